"""Engines on a GPU compute there, and give the same dtypes and values as on the CPU.

The tests are skipped without a GPU.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_runtime import Engine
from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.systems import SYSTEMS

from .operands import BINARY, UNARY


@pytest.fixture(autouse=True)
def gpu() -> jax.Device:
    """A GPU. Without one JAX raises an exception, so it is asked only inside a test."""
    try:
        return jax.devices("gpu")[0]
    except RuntimeError:
        pytest.skip("JAX has no GPU here")


# XLA's compiler for GPUs crashes on some operations with narrower dtypes.
DTYPES = [name for name in STRONG if NODES[name].bits >= 8 and not name.startswith("float8")]
VALUES = np.array([[0, 1], [1, 0]])
MORE_VALUES = np.array([[1, 1], [1, 1]])


def arrays(dtype: str, values: Any = VALUES) -> jax.Array:
    """An array on the CPU, of numbers that all dtypes have."""
    with jax.default_device(jax.devices("cpu")[0]):
        return jnp.asarray(values).astype(getattr(jnp, dtype.replace("bool", "bool_")))


def both(name: str, system: str, *operands: Any) -> Iterator[tuple[Any, str]]:
    """The result of a call on each device, and the kind of error if it has none."""
    for place in ("cpu:0", "gpu:0"):
        try:
            result = Engine(system, device=place).apply(name, *operands)
        except Exception as error:  # compared by the kind of its class
            yield None, type(error).__name__
        else:
            leaves = jax.tree.leaves(result)
            assert all(leaf.devices() == {jax.devices(place[:3])[0]} for leaf in leaves), place
            yield leaves, "".join(str((leaf.dtype, leaf.weak_type)) for leaf in leaves)


def differences(names: list[str], system: str, operands: list[tuple[Any, ...]]) -> list[str]:
    """The calls with another result on the GPU than on the CPU."""
    found = []
    for name in names:
        for given in operands:
            (here, kind), (there, other) = both(name, system, *given)
            said = f"{name}({', '.join(str(x.dtype) for x in given)}): {kind}, on the GPU {other}"
            if kind != other:
                found.append(said)
            elif here is not None and not all(map(_alike, here, there)):
                found.append(f"{said}: {here} and {there}")
    return found


def _alike(here: jax.Array, there: jax.Array) -> bool:
    one, other = (np.asarray(x).astype(np.complex128) for x in (here, there))
    return bool(np.allclose(one, other, rtol=_tolerance(here), atol=1e-5, equal_nan=True))


def _tolerance(array: jax.Array) -> float:
    node = NODES.get(array.dtype.name)
    return 0.3 if node is None or node.bits < 16 else 2e-2 if node.bits == 16 else 1e-3


def test_functions_of_one_operand() -> None:
    assert differences(UNARY, "jax", [(arrays(dtype),) for dtype in DTYPES]) == []


def test_functions_of_two_operands() -> None:
    pairs = [(arrays(one), arrays(one, MORE_VALUES)) for one in DTYPES]
    assert differences(BINARY, "jax", pairs) == []


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_systems(system: str) -> None:
    common = ["bool", "int8", "uint8", "int32", "bfloat16", "float16", "float32", "complex64"]
    pairs = [(arrays(a), arrays(b, MORE_VALUES)) for a in common for b in common]
    names = ["add", "multiply", "true_divide", "maximum", "matmul", "floor_divide"]
    assert differences(names, system, pairs) == []


def test_operands_come_to_the_device() -> None:
    gpu, cpu = jax.devices("gpu")[0], jax.devices("cpu")[0]
    there = jax.device_put(jnp.ones((2, 2), jnp.bfloat16), gpu)
    assert Engine(device="gpu").add(arrays("float32"), there).devices() == {gpu}
    assert Engine(device="cpu").add(arrays("float32"), there).devices() == {cpu}
    assert Engine(device="gpu").add(np.ones(2, np.float32), 1).devices() == {gpu}
    assert Engine().add(there, 1).devices() == {gpu}


def test_transformations() -> None:
    engine, x = Engine("torch", device="gpu:0"), arrays("float32")

    def loss(w: jax.Array) -> jax.Array:
        product: jax.Array = engine.matmul(w, w)
        total: jax.Array = engine.sum(engine.exp(product))
        return total

    assert jax.jit(loss)(x).dtype == loss(x).dtype == jnp.float32
    np.testing.assert_allclose(jax.grad(loss)(x), jax.grad(jax.jit(loss))(x), rtol=1e-3)
    assert jax.vmap(engine.negative)(x).devices() == {jax.devices("gpu")[0]}
