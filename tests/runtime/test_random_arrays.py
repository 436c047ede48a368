"""Instance checks of arrays of random dtypes, ranks and weakness, under random transforms."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from hypothesis import given, settings
from hypothesis import strategies as st

from promo_typing import Array, NamedShape, weak_complex, weak_float, weak_int
from promo_typing.core.dtypes import NODES, STRONG

from .spelling import array_of
from .transforms import ON_ANY

NAMED: Any = NamedShape
NARROW = [name for name in STRONG if NODES[name].bits < 64]
# These work only on vectors, or use the values of the function.
TRANSFORMS = [
    *("jax.jit", "jax.vmap", "jax.checkpoint", "jax.lax.cond", "jax.lax.fori_loop", "jax.lax.map"),
    *("jax.lax.scan", "jax.lax.switch", "jax.lax.while_loop", "jax.custom_jvp", "jax.vjp"),
]
CATEGORIES = [jnp.integer, jnp.unsignedinteger, jnp.floating, jnp.inexact, jnp.complexfloating]
WEAK: dict[Any, Any] = {
    weak_int: jnp.integer,
    weak_float: jnp.floating,
    weak_complex: jnp.complexfloating,
}


def as_jax_decides(x: Any) -> Any:
    assert isinstance(x, Array) == isinstance(x, jax.Array)
    assert [name for name in NARROW if isinstance(x, array_of(name))] == [x.dtype.name]
    for category in CATEGORIES:
        assert isinstance(x, array_of(category)) == jnp.issubdtype(x.dtype, category)
    for weak, category in WEAK.items():
        expected = x.weak_type and jnp.issubdtype(x.dtype, category)
        assert isinstance(x, array_of(weak)) == expected
    assert isinstance(x.shape, NAMED[x.shape])
    assert isinstance(x.shape, NAMED[tuple(f"d{place}" for place in range(x.ndim))])
    return x


@settings(max_examples=60, deadline=None)
@given(
    dtype=st.sampled_from(NARROW),
    shape=st.lists(st.integers(1, 3), min_size=1, max_size=3),
    weak=st.booleans(),
    transforms=st.lists(st.sampled_from(TRANSFORMS), max_size=3),
)
def test_random_arrays(dtype: str, shape: list[int], weak: bool, transforms: list[str]) -> None:
    calls = []

    def probe(x: Any) -> Any:
        calls.append(x)
        return as_jax_decides(x)

    function: Any = probe
    for name in transforms:
        function = applied(name, function)
    struct = jax.ShapeDtypeStruct(tuple(shape), jnp.dtype(dtype), weak_type=weak)
    jax.eval_shape(function, struct)
    assert calls


def applied(name: str, function: Any) -> Any:
    """A function that returns its argument, after applying a transform to a vector made of it."""

    def identity(x: Any) -> Any:
        ON_ANY[name](function, jnp.stack([x, x]) if x.ndim < 3 else x)
        return x

    return identity
