"""The functions that the engine has, and the ways to name them."""

from __future__ import annotations

import copy
import importlib

import jax
import jax.numpy as jnp
import jax.scipy.linalg
import numpy as np
import pytest

from promo_runtime import Engine
from promo_runtime.functions import UFUNCS
from promo_typing.rules import FUNCTIONS, OPERATORS, without_arguments
from promo_typing.systems import SYSTEMS


def test_every_ufunc_is_there() -> None:
    ufuncs = {
        name
        for name in dir(jnp)
        if isinstance(getattr(np, name, None), np.ufunc)
        or isinstance(getattr(jnp, name), jnp.ufunc)
    }
    assert set(UFUNCS) == ufuncs
    assert set(dir(Engine())) >= set(UFUNCS)


def test_every_operator_is_there() -> None:
    engine, x = Engine(), jnp.full((2, 2), 3)
    for operator in OPERATORS.values():
        operands = [x] if operator.unary else [x, x]
        result = engine(operator.symbol, *operands)
        expected = getattr(jnp, operator.function.rpartition(".")[2])(*operands)
        assert jax.tree.map(lambda a: (a.dtype, a.tolist()), result) == jax.tree.map(
            lambda a: (a.dtype, a.tolist()), expected
        )


@pytest.mark.parametrize("name", ["add", "jax.numpy.add", "+"])
def test_names_of_one_function(name: str) -> None:
    engine = Engine()
    assert engine(name, 1, 2) == engine.apply(name, 1, 2) == 3
    assert engine.operation(name, 2) is engine.add is engine.operation("add")


def test_aliases_give_the_same() -> None:
    engine = Engine()
    assert engine.divide(1, 2) == engine.true_divide(1, 2) == 0.5
    assert engine.absolute(-1) == engine.abs(-1) == 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_promotion_system_has_an_engine(name: str) -> None:
    engine = Engine(name)
    assert engine.system == name
    assert set(dir(engine)) >= {"add", "where", "concatenate", "matmul", "sum", "clip", "equal"}


def test_every_function_with_a_rule_is_there() -> None:
    engine = Engine()
    for name, rule in FUNCTIONS.items():
        module = importlib.import_module(name.rpartition(".")[0])
        if without_arguments(rule).operands and hasattr(module, name.rpartition(".")[2]):
            assert engine.operation(name).function == name


def test_representations() -> None:
    engine = Engine()
    assert repr(engine) == "Engine(system='jax', device=None)"
    assert repr(engine.add) == "<jax.numpy.add under the promotion system 'jax'>"


def test_an_engine_can_be_copied() -> None:
    engine = Engine()
    assert engine.add(1, 2) == 3
    assert copy.copy(engine).add(1, 2) == 3


def test_factors_go_from_one_function_to_the_next() -> None:
    engine = Engine()
    matrix, vector = jnp.array([[2.0, 1.0], [1.0, 2.0]]), jnp.array([1, 2], jnp.int8)
    for factor, solve in (("cho_factor", "cho_solve"), ("lu_factor", "lu_solve")):
        factors = engine.apply(f"jax.scipy.linalg.{factor}", matrix)
        expected = getattr(jax.scipy.linalg, solve)(factors, vector)
        found = engine.apply(f"jax.scipy.linalg.{solve}", factors, vector)
        assert (found.dtype, found.tolist()) == (jnp.float32, expected.tolist())


def test_functions_have_rules() -> None:
    assert set(UFUNCS.values()) <= set(FUNCTIONS)
