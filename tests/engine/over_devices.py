"""Engines on random dtypes, ranks, shardings and transformations, over eight devices.

Run by ``test_engine_mesh``, in a process that has the devices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from promo_runtime import Engine, PromotionError
from promo_typing.systems import SYSTEMS

AXES: Final = ("rows", "columns")
MESH: Final = Mesh(np.array(jax.devices()).reshape(4, 2), AXES)
SIZE: Final = 8
DTYPES: Final = (
    *("bool", "int8", "int16", "int32", "uint8", "uint16", "uint32"),
    *("float8_e4m3fn", "bfloat16", "float16", "float32", "complex64"),
)


@st.composite
def arrays(draw: st.DrawFn) -> jax.Array:
    """An array of any dtype that XLA computes with, of rank 0 to 3, sharded in any way."""
    shape = (SIZE,) * draw(st.integers(0, 3))
    axes = draw(st.permutations([*AXES, None, None]))[: len(shape)]
    values = np.arange(np.prod(shape, dtype=int)).reshape(shape) % 2
    array = jnp.asarray(values, draw(st.sampled_from(DTYPES)))
    return jax.device_put(array, NamedSharding(MESH, PartitionSpec(*axes)))


def grad(function: Callable[..., Any]) -> Callable[..., Any]:
    total = jax.grad(lambda x, y: function(x, y).sum().astype(jnp.float32), argnums=(0, 1))
    return lambda x, y: total(x, y)


def scanned(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, y: jax.lax.scan(lambda c, xy: (c, function(*xy)), None, (x, y))[1]


TRANSFORMS: Final[dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]]] = {
    "none": lambda function: function,
    "jit": jax.jit,
    "checkpoint": jax.checkpoint,
    "vmap": jax.vmap,
    "scan": scanned,
    "jvp": lambda function: lambda x, y: jax.jvp(function, (x, y), (x, y)),
    "grad": grad,
}
NEEDS_ROWS: Final = ("vmap", "scan")
NEEDS_FLOATS: Final = ("jvp", "grad")


@settings(deadline=None, max_examples=150, derandomize=True)
@given(
    st.just("jax") | st.sampled_from(sorted(SYSTEMS)),
    st.sampled_from(sorted(TRANSFORMS)),
    arrays(),
    arrays(),
)
def test_the_engine_casts_and_jax_computes(
    system: str, transform: str, x: jax.Array, y: jax.Array
) -> None:
    """JAX's ``where`` is expected; under other systems than JAX's, operands are cast before it."""
    assume(transform not in NEEDS_ROWS or (x.ndim and y.ndim))
    inexact = jnp.issubdtype(x.dtype, jnp.floating) and jnp.issubdtype(y.dtype, jnp.floating)
    assume(transform not in NEEDS_FLOATS or inexact)
    engine, apply = Engine(system), TRANSFORMS[transform]

    def cast_first(x: Any, y: Any) -> Any:
        dtype = engine.result_type(x, y)
        return jnp.where(True, x.astype(dtype), y.astype(dtype))

    def by_jax(x: Any, y: Any) -> Any:
        return jnp.where(True, x, y)

    try:
        expected = apply(by_jax if system == "jax" else cast_first)(x, y)
    except (PromotionError, jax.dtypes.TypePromotionError):
        expected = None
    try:
        found = apply(lambda x, y: engine.where(True, x, y))(x, y)
    except PromotionError:
        found = None
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for ours, theirs in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert ours.dtype == theirs.dtype
        assert ours.sharding.is_equivalent_to(theirs.sharding, ours.ndim)
        np.testing.assert_array_equal(np.asarray(ours), np.asarray(theirs))
