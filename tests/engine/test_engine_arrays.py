"""Arrays with an engine: operators, transforms, and which other values they combine with."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import promo_typing
from promo_runtime import Engine, EngineArray, EngineError
from promo_runtime.arrays.operators import Operators
from promo_typing.rules import OPERATORS
from promo_typing.systems import Promoted, system, system_of_edges

TORCH, NUMPY = Engine("torch"), Engine("numpy", x64=True)
X = TORCH.asarray(jnp.array([1, 2, 3], jnp.int8))


def test_operators_follow_the_system() -> None:
    assert (X + 1.5).dtype == jnp.float32
    assert (1 - X).dtype == jnp.int8
    assert (X / 2).dtype == jnp.float32
    assert (X + jnp.int32(1)).dtype == jnp.int8
    assert (np.ones(3, np.uint8) * X).dtype == jnp.int16
    assert (NUMPY.asarray(np.array([1], np.int8)) / 2).dtype == jnp.float64
    assert (X == 2).tolist() == [False, True, False]


def test_every_operator_is_there() -> None:
    assert set(OPERATORS) <= set(vars(Operators))
    y = Engine().asarray(jnp.full((2, 2), 3))
    for name, operator in OPERATORS.items():
        found = getattr(y, name)(*([] if operator.unary else [y]))
        assert all(
            isinstance(each, EngineArray)
            for each in jax.tree.leaves(found, is_leaf=EngineArray.is_one)
        )


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(["uint8", "int8", "int16", "float16", "float32", "bfloat16"]), st.data())
def test_sums_have_the_dtype_of_the_system(left: str, data: Any) -> None:
    right = data.draw(st.sampled_from(["uint8", "int16", "float16", "bfloat16", "float32"]))
    shape = data.draw(st.sampled_from([(), (2,), (3, 2)]))
    one, other = jnp.ones(shape, left), jnp.ones((2,), right)
    expected = system("torch").operation("arithmetic", one, other)
    assert isinstance(expected, Promoted)
    assert (TORCH.asarray(one) + other).dtype == expected.dtype


def test_transformations() -> None:
    square = TORCH.asarray(2.0)
    assert jax.grad(lambda a: jnp.sum(a * a))(square).value == 4
    assert jax.jit(lambda a: a + 1.5)(X).dtype == jnp.float32
    assert jax.vmap(lambda a: a + 1)(X).tolist() == [2, 3, 4]
    carry, rows = jax.lax.scan(lambda c, row: (c + row, row * 2), TORCH.asarray(jnp.int8(0)), X)
    assert carry.tolist() == 6
    assert rows.dtype == jnp.int8


def test_instances_and_jax() -> None:
    assert isinstance(X, promo_typing.Array)
    assert promo_typing.is_array(X, jnp.int8)
    assert not promo_typing.is_array(X, jnp.float32)
    assert jnp.asarray(X) is X.value
    assert jnp.sum(jnp.asarray(X)) == 6
    assert np.asarray(X).tolist() == [1, 2, 3]


def test_two_engines_do_not_mix() -> None:
    other = NUMPY.asarray(np.array([1, 2, 3], np.int8))
    for mix in (
        lambda: X + other,
        lambda: NUMPY.add(X, 1),
        lambda: TORCH.where(other > 0, X, 1),
        lambda: TORCH.asarray(other),
    ):
        with pytest.raises(EngineError) as caught:
            mix()
        assert "'torch'" in str(caught.value)
        assert "'numpy'" in str(caught.value)
    assert (X + Engine("torch").asarray(X.value)).dtype == jnp.int8


def test_namespace_for_array_api_code() -> None:
    def standardized(x: Any) -> Any:
        xp = x.__array_namespace__()
        x = xp.astype(x, xp.float32)
        return (x - xp.mean(x)) / xp.std(x) + xp.zeros(x.shape[0])

    result = standardized(X)
    assert isinstance(result, EngineArray)
    np.testing.assert_allclose(np.asarray(result), [-1.2247449, 0, 1.2247449], rtol=1e-5)
    assert TORCH.namespace.concat([X, X]).dtype == jnp.int8
    assert TORCH.namespace.result_type(jnp.int8, jnp.uint8) == jnp.int16
    with pytest.raises(AttributeError, match="'torch' has no 'polyfit'"):
        _ = TORCH.namespace.polyfit


def test_a_lattice_of_ones_own() -> None:
    mine = Engine(
        system_of_edges("mine", {"int8": ["float16"], "uint8": ["float16"], "float16": []})
    )
    assert mine.add(jnp.array([1], np.int8), jnp.uint8([2])).dtype == jnp.float16
    assert mine.concatenate([jnp.array([1], np.int8), jnp.uint8([2])]).dtype == jnp.float16


def test_x64_of_an_engine() -> None:
    assert NUMPY.sum(np.array([1, 2], np.int8)).dtype == np.int64
    assert Engine("numpy").sum(np.array([1, 2], np.int8)).dtype == np.int32
    assert Engine(x64=True).add(1, 2.5).dtype == np.float64
    assert Engine("jax-x64").asarray(1.5).dtype == np.float64
    assert not jax.config.jax_enable_x64
