"""User-defined promotion systems: their answers count, never their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_runtime import DtypeError, Engine, PromotionError, TensorProcessor
from promo_runtime.functions import METHODS, arity
from promo_typing.systems import (
    SYSTEMS,
    Function,
    JaxSettings,
    Kernel,
    Operand,
    OperationClass,
    Promoted,
    Result,
    Undefined,
    operand_of,
    system_of_edges,
)

EDGES = {"int8": ["float16"], "uint8": ["float16"], "f*": ["float16"], "float16": []}
SIGNED, UNSIGNED = jnp.array([1, 2], jnp.int8), jnp.array([3, 0], jnp.uint8)
NAMES = ("jax", "jax-x64", "jax-strict", "torch", "numpy", "numpy-1", "array-api", "pytorch")


def engine_of(name: str) -> Engine:
    return Engine(system_of_edges(name, EDGES))


@pytest.mark.parametrize("name", NAMES)
def test_the_edges_decide(name: str) -> None:
    engine = engine_of(name)
    assert engine.system == name
    assert engine.settings == JaxSettings()
    assert engine.add(SIGNED, UNSIGNED).dtype == jnp.float16
    assert engine.result_type(SIGNED, UNSIGNED) == jnp.float16
    assert (engine.asarray(SIGNED) * UNSIGNED).dtype == jnp.float16
    with pytest.raises(PromotionError, match="has no float32"):
        engine.add(SIGNED, jnp.ones(2, jnp.float32))


def planned(engine: Engine, function: str, operands: tuple[Any, ...]) -> Any:
    """The dtypes in which the engine computes, or a mark that it refuses."""
    operation: Any = engine.operation(function)
    try:
        plan = operation.plan(*operands)
    except DtypeError as error:
        return type(error)
    return [cast.target for cast in plan.casts], plan.results, plan.weak


@pytest.mark.parametrize("name", NAMES)
def test_every_function_follows_the_edges(name: str) -> None:
    engine, neutral = engine_of(name), engine_of("halves")
    assert engine.methods == neutral.methods
    compared = 0
    for function in sorted(neutral.methods):
        number = arity(METHODS[function])
        for operands in ((UNSIGNED,) * number, (SIGNED, UNSIGNED)[:number]):
            try:
                expected = planned(neutral, function, operands)
            except TypeError:  # The function has further required parameters.
                continue
            assert planned(engine, function, operands) == expected, function
            compared += 1
    assert compared > 100


class Widest:
    """A minimal system: every operation has the dtype of the widest operand."""

    def result_type(self, *operands: object) -> Result:
        described = [operand_of(each) for each in operands]
        arrays = [each for each in described if not each.python]
        if not arrays:
            return Undefined("there are only Python numbers")
        return Promoted(max((each.dtype for each in arrays), key=lambda name: np.dtype(name)))

    def operation(self, kind: OperationClass, *operands: object, out: object = None) -> Result:
        return self.result_type(*operands)


WIDE = Engine(Widest())
LONG = jnp.array([5, 6], jnp.int32)


def test_a_system_may_say_no_more_than_it_must() -> None:
    assert WIDE.system == "Widest"
    assert repr(WIDE) == "Engine(system='Widest', device=None)"
    assert WIDE.add(SIGNED, LONG).dtype == jnp.int32
    assert WIDE.add(SIGNED, 2.5).dtype == jnp.int8
    assert WIDE.concatenate([SIGNED, LONG]).dtype == jnp.int32
    assert WIDE.sum(SIGNED).dtype == jnp.int8
    assert WIDE.less(SIGNED, LONG).dtype == jnp.bool_
    assert (WIDE.asarray(SIGNED) + LONG).dtype == jnp.int32
    assert jax.jit(WIDE.multiply)(SIGNED, LONG).dtype == jnp.int32
    with pytest.raises(PromotionError, match="under the promotion system 'Widest': there are only"):
        WIDE.add(1, 2)
    plan = TensorProcessor(WIDE).add_input(SIGNED).add_input(LONG).promote_to_common_dtype().plan()
    assert [cast.target for cast in plan.casts] == ["int32", "int32"]


def test_engines_of_one_system_object_are_equal() -> None:
    own = Widest()
    assert Engine(own) == Engine(own)
    assert Engine(own) != Engine(Widest())
    assert (Engine(own).asarray(SIGNED) + Engine(own).asarray(LONG)).dtype == jnp.int32


class Named(Widest):
    """A system with a library's name."""

    def __init__(self, name: str) -> None:
        self.name = name


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_name_alone_changes_nothing(name: str) -> None:
    engine = Engine(Named(name))
    assert engine.system == name
    assert engine.add(SIGNED, LONG).dtype == jnp.int32
    assert planned(engine, "mean", (SIGNED,)) == planned(WIDE, "mean", (SIGNED,))
    assert planned(engine, "any", (UNSIGNED,)) == planned(WIDE, "any", (UNSIGNED,))


class InHalves(Widest):
    """A system whose functions compute in float16, whatever they promote to."""

    name = "in-halves"

    def kernel(self, function: Function, operands: tuple[Operand, ...]) -> Kernel | Undefined:
        return Kernel(("float16",) * len(operands), ("float16",))


class AsJax(Widest):
    """A system that leaves all casts to JAX, with x64 on."""

    jax_settings = JaxSettings(x64=True)


PARTIAL: dict[type[Widest], Callable[[Engine], Any]] = {
    InHalves: lambda engine: engine.maximum(LONG, LONG).dtype == jnp.float16,
    AsJax: lambda engine: engine.add(np.int64(1), np.uint8(1)).dtype == np.int64,
}


@pytest.mark.parametrize("kind", PARTIAL)
def test_a_system_says_what_it_likes(kind: type[Widest]) -> None:
    assert PARTIAL[kind](Engine(kind()))
