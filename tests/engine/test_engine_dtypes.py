"""The dtypes of results are the same for the engine, the rule and ``jax.numpy``."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_runtime import DtypeError, Engine
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Resolved, Unknown
from tests.at_once import Operands, in_one_program, in_one_trace

from .operands import BINARY, MODES, UNARY, combinations, jax_settings, sample_size

WEAK_NODE = {node.kind: node.name for node in NODES.values() if node.weak}
ARITIES = [(name, 1) for name in UNARY] + [(name, 2) for name in BINARY]


def node(result: Any) -> str:
    name: str = result.dtype.name
    return WEAK_NODE.get(NODES[name].kind, name) if result.weak_type else name


REFUSED = "refused"
Dtypes = tuple[str, ...] | str


def dtypes(call: Callable[..., Any], operands: Operands, refusal: type[Exception]) -> Dtypes:
    """The nodes of the results, or how the call ended without one."""
    try:
        results = call(*operands)
    except refusal:
        return REFUSED
    except Exception as error:
        return repr(error)
    return tuple(node(jax.typeof(leaf)) for leaf in jax.tree.leaves(results))


def resolved(engine: Engine, name: str, operands: Operands) -> Dtypes | None:
    """The outcome of the rule; None if it leaves the answer to JAX."""
    operation: Any = engine.operation(name)
    match operation.resolve(*operands):
        case Resolved(results):
            return results
        case Unknown():
            return None
        case _:
            return REFUSED


@pytest.mark.parametrize("semantics", MODES, ids=lambda s: f"x64={s.x64}-{s.promotion}")
@pytest.mark.parametrize(("name", "number"), ARITIES, ids=[name for name, _ in ARITIES])
def test_dtypes_are_those_of_jax(name: str, number: int, semantics: Semantics) -> None:
    engine = Engine()

    def look(*operands: Any) -> tuple[Dtypes, Dtypes, Dtypes | None]:
        rule = resolved(engine, name, operands)
        refusal = Exception if rule is None else DtypeError
        ours = dtypes(getattr(engine, name), operands, refusal)
        return ours, dtypes(getattr(jnp, name), operands, Exception), rule

    chosen = combinations(name, number, semantics)[: sample_size(12)]
    with jax_settings(semantics):
        found = in_one_trace(look, [tuple(each.value for each in operands) for operands in chosen])
    different = [
        f"{name}({', '.join(each.label for each in operands)}): {ours}, jnp {theirs}, rule {rule}"
        for operands, (ours, theirs, rule) in zip(chosen, found, strict=True)
        if ours != theirs or rule not in (None, theirs)
    ]
    assert not different, "\n".join(different)


def test_one_engine_follows_the_settings() -> None:
    engine = Engine()
    narrow = engine.add(jnp.uint32(1), jnp.int32(1))
    with jax.enable_x64(True):
        assert engine.add(jnp.uint32(1), jnp.int32(1)).dtype == jnp.int64
        assert engine.add(1, 2.0).dtype == jnp.float64
    assert narrow.dtype == engine.add(jnp.uint32(1), jnp.int32(1)).dtype == jnp.int32
    x, y = jnp.ones(2, jnp.bfloat16), jnp.ones(2)
    assert engine.add(x, y).dtype == jnp.float32
    with jax.numpy_dtype_promotion("strict"), pytest.raises(DtypeError, match="strict"):
        engine.add(x, y)
    assert engine.add(x, y).dtype == jnp.float32


def values() -> list[Any]:
    """JAX arrays, weak and strong, and other values."""
    return [
        jnp.arange(1, 4, dtype=jnp.int8),
        jnp.arange(1, 4, dtype=jnp.uint16),
        jnp.linspace(0.5, 2, 3, dtype=jnp.bfloat16),
        jnp.float32(1.5),
        jnp.asarray(2.5),
        np.arange(3.0),
        np.float32(0.1),
        True,
        3,
        0.1,
        1j,
    ]


@pytest.mark.parametrize("name", ["add", "multiply", "true_divide", "power", "maximum", "equal"])
def test_executed_values_are_those_of_jax(name: str) -> None:
    given = [*itertools.product(values(), repeat=2)]
    ours = in_one_program(getattr(Engine(), name), given)
    theirs = in_one_program(getattr(jnp, name), given)
    for mine, expected in zip(ours, theirs, strict=True):
        assert node(mine) == node(expected)
        np.testing.assert_array_equal(mine, expected)


def test_outside_of_jit_nothing_changes() -> None:
    """Only for a power: no other function depends on values, and each call is compiled anew."""
    engine, given = Engine(), [*itertools.product(values(), repeat=2)]
    for mine, expected in zip(
        itertools.starmap(engine.power, given), in_one_program(engine.power, given), strict=True
    ):
        assert node(mine) == node(expected)
        np.testing.assert_array_equal(mine, expected)


def test_an_exponent_without_dimensions_counts_by_its_value() -> None:
    engine = Engine()
    base = jnp.ones(2, jnp.float8_e4m3fn)
    for exponent in (2, np.int64(2), jnp.int32(2)):
        result, expected = engine.power(base, exponent), jnp.power(base, exponent)
        assert result.dtype == expected.dtype == jnp.float8_e4m3fn
    assert node(engine.power(2, True)) == node(jnp.power(2, True))


def test_random_keys_are_left_to_jax() -> None:
    engine = Engine()
    key, other = jax.random.key(0), jax.random.key(1)
    assert bool(engine.equal(key, key))
    assert not bool(engine.equal(key, other))
    with pytest.raises(TypeError, match="key<fry>"):
        engine.add(key, key)


def test_subclasses_of_python_numbers() -> None:
    class Length(float):
        pass

    engine = Engine()
    assert engine.add(jnp.int8(1), Length(2)).weak_type == jnp.add(jnp.int8(1), Length(2)).weak_type


@pytest.mark.parametrize("system", ["jax", "numpy", "torch"])
def test_a_product_has_the_element_type_that_is_asked_for(system: str) -> None:
    half = jnp.ones((2, 2), jnp.float16)
    engine = Engine(system)
    assert engine.matmul(half, half).dtype == jnp.float16
    assert engine.matmul(half, half, preferred_element_type=jnp.float32).dtype == jnp.float32
    summed = engine.einsum("ij,jk", half, half, preferred_element_type=jnp.float32)
    assert summed.dtype == jnp.float32
