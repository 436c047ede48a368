"""The overloads of operators, read as by a checker: the first one that fits counts."""

from __future__ import annotations

import itertools
from functools import partial

import jax
import jax.numpy as jnp
import pytest

from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.pair_table import PairTable
from promo_stubgen.encode.promotion import (
    Overload,
    array_overloads,
    reflected_overloads,
    unknown_result,
)
from promo_stubgen.ir.arrays import array
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS
from tests.stubs.encode.chosen import COMPARED, result

SEMANTICS = Semantics()
SCALARS = {"int": 2, "float": 0.5, "complex": 1j}


def table(function: str, reflected: bool = False) -> PairTable:
    return PairTable(branched(FUNCTIONS[f"jax.numpy.{function}"]).rule, SEMANTICS, reflected)


def first(overloads: list[Overload], node: str, other: str) -> str | None:
    """The result for an array and another operand: an array or a Python scalar."""
    for each in overloads:
        if found := result((array(each.dtype), each.other), each.returns, (node, other)):
            return found
    return None


@pytest.mark.parametrize("function", ["add", "true_divide", "less"])
def test_two_arrays(function: str) -> None:
    overloads = array_overloads(table(function))
    for node, other in itertools.product(COMPARED, COMPARED[1:]):
        arrays = (jax.ShapeDtypeStruct((2,), jnp.dtype(each)) for each in (node, other))
        try:
            told = jax.eval_shape(getattr(jnp, function), *arrays).dtype.name
        except (TypeError, ValueError):
            assert first(overloads, node, other) is None, (node, other)
            continue
        assert first(overloads, node, other) == f"Array[{dtype_class(told)}]", (node, other)


@pytest.mark.parametrize("function", ["subtract", "true_divide"])
@pytest.mark.parametrize("scalar", ["int", "float", "complex"])
def test_a_number_before_an_array(function: str, scalar: str) -> None:
    overloads = reflected_overloads(table(function, reflected=True))
    for node in COMPARED:
        operand = jax.ShapeDtypeStruct((2,), jnp.dtype(node))
        try:
            made = jax.eval_shape(partial(getattr(jnp, function), SCALARS[scalar]), operand)
        except (TypeError, ValueError):
            assert first(overloads, node, scalar) is None, node
            continue
        told = f"weak_{made.dtype.name.rstrip('0123456789')}" if made.weak_type else None
        assert first(overloads, node, scalar) == f"Array[{told or dtype_class(made.dtype.name)}]"


def test_what_is_known_of_unknown_operands() -> None:
    assert str(unknown_result(table("less"))) == "Array[bool_]"
    assert str(unknown_result(table("add"))) == "Array"
    assert str(unknown_result(table("divmod"))) == "tuple[Array, Array]"


def test_unknown_arrays_come_first() -> None:
    """A checker takes the first overload for an operand of type ``Any``."""
    for overloads in (array_overloads(table("add")), reflected_overloads(table("add", True))):
        assert str(overloads[0].dtype) == "_Bottom"
        assert str(overloads[0].returns) == "Array"


def test_a_float64_of_numpy_is_looked_for_before_the_float_for_which_it_is_taken() -> None:
    overloads = [(str(each.dtype), str(each.other)) for each in array_overloads(table("add"))]
    (of_numpy,) = (n for n, each in enumerate(overloads) if each == ("_Upto_float32", "np.float64"))
    assert of_numpy < min(n for n, (_, other) in enumerate(overloads) if " float" in other)
