"""The overloads of operators, read as by a checker: the first one that fits counts."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
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
from promo_stubgen.ir.annotation import Annotation, head, members
from promo_stubgen.ir.arrays import dtype_of
from promo_typing.core.dtypes import NODES
from promo_typing.core.stub_names import dtype_class, marker_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS

SEMANTICS = Semantics()
MARKERS = {marker_class(node): node for node in NODES}
NUMBERS = {marker_class(node).replace("_Upto", "_NumberUpto"): node for node in NODES}
COMPARED = ("bool", "int8", "uint8", "int32", "bfloat16", "float16", "float32", "complex64")
SCALARS = {"int": 2, "float": 0.5, "complex": 1j}
TAKEN_FOR = {
    "int": ("int", "float", "complex"),
    "float": ("float", "complex"),
    "complex": ("complex",),
}
"""The types that a checker accepts each type of number for: an ``int`` also for ``float``."""


def table(function: str, reflected: bool = False) -> PairTable:
    return PairTable(branched(FUNCTIONS[f"jax.numpy.{function}"]).rule, SEMANTICS, reflected)


def is_taken(dtypes: Iterable[Annotation], node: str) -> bool:
    """Whether an array of this dtype has one of the given dtypes."""
    below = SEMANTICS.lattice.is_below
    for name in map(head, dtypes):
        if name in MARKERS and below(node, MARKERS[name]):
            return True
        if name in NUMBERS and node != "bool" and below(node, NUMBERS[name]):
            return True
        if name == dtype_class(node):
            return True
    return False


def takes(operand: Annotation, other: str) -> bool:
    """Whether an operand may be an array of a dtype, or a Python scalar."""
    names = [head(each).removeprefix("builtins.") for each in members(operand)]
    if other in SCALARS:
        return any(scalar in names for scalar in TAKEN_FOR[other])
    arrays = (dtype for dtype in map(dtype_of, members(operand)) if dtype)
    return is_taken([each for dtype in arrays for each in members(dtype)], other)


def first(overloads: list[Overload], node: str, other: str) -> str | None:
    """The result for an array and another operand: an array or a Python scalar."""
    for each in overloads:
        if is_taken(members(each.dtype), node) and takes(each.other, other):
            return str(each.returns)
    return None


@pytest.mark.parametrize("function", ["add", "true_divide", "less"])
def test_two_arrays(function: str) -> None:
    overloads = array_overloads(table(function))
    for node, other in itertools.product(COMPARED, COMPARED[1:]):
        arrays = (jax.ShapeDtypeStruct((2,), jnp.dtype(each)) for each in (node, other))
        told = jax.eval_shape(getattr(jnp, function), *arrays).dtype.name
        assert first(overloads, node, other) == f"Array[{dtype_class(told)}]", (node, other)


@pytest.mark.parametrize("function", ["subtract", "true_divide"])
@pytest.mark.parametrize("scalar", ["int", "float", "complex"])
def test_a_number_before_an_array(function: str, scalar: str) -> None:
    overloads = reflected_overloads(table(function, reflected=True))
    for node in COMPARED:
        operand = jax.ShapeDtypeStruct((2,), jnp.dtype(node))
        array = jax.eval_shape(partial(getattr(jnp, function), SCALARS[scalar]), operand)
        told = f"weak_{array.dtype.name.rstrip('0123456789')}" if array.weak_type else None
        assert first(overloads, node, scalar) == f"Array[{told or dtype_class(array.dtype.name)}]"


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
