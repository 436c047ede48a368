"""The system ``numpy`` agrees with the installed NumPy."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from promo_typing.systems import Operand, OperationClass, Promoted, Result, Undefined, system
from promo_typing.systems.numpy_dtypes import DTYPES, can_cast, promote_types
from tests.unit.systems.golden import dtype_of

NUMPY = system("numpy")
SCALARS: dict[str, Any] = {"i*": 1, "f*": 1.0, "c*": 1j, "b*": True}
ARRAYS = {dtype: np.zeros(1, dtype) for dtype in DTYPES}
OPERANDS = {**ARRAYS, **SCALARS}
PAIRS = list(itertools.product(OPERANDS, repeat=2))
VALUES = [0, 1, -1, 127, 128, -128, -129, 255, 256, 2**15, 2**31, 2**32, 2**63 - 1, -(2**63)]


def executed(function: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    try:
        return str(np.asarray(function(*arguments, **named)).dtype)
    except (TypeError, OverflowError):
        return "-"


def test_the_nodes_are_there() -> None:
    assert set(OPERANDS) == set(NUMPY.nodes)


@pytest.mark.parametrize("function", [np.add, np.multiply])
def test_arithmetic(function: Callable[..., Any]) -> None:
    expected = {pair: executed(function, *(OPERANDS[each] for each in pair)) for pair in PAIRS}
    assert {pair: dtype_of(NUMPY.result_type(*pair)) for pair in PAIRS} == expected


@pytest.mark.parametrize(
    ("kind", "function"),
    [("comparison", operator.eq), ("dot", np.dot)],
)
def test_pairs(kind: OperationClass, function: Callable[..., Any]) -> None:
    expected = {pair: executed(function, *(OPERANDS[each] for each in pair)) for pair in PAIRS}
    assert {pair: dtype_of(NUMPY.operation(kind, *pair)) for pair in PAIRS} == expected


def test_sums() -> None:
    expected = {dtype: executed(np.sum, array) for dtype, array in ARRAYS.items()}
    assert {dtype: dtype_of(NUMPY.operation("sum", dtype)) for dtype in DTYPES} == expected


def test_additions_into_an_array() -> None:
    """NumPy refuses to cast a result to a lower kind: ``casting="same_kind"``."""
    triples = list(itertools.product(DTYPES, repeat=3))
    expected = {
        (a, b, out): executed(np.add, ARRAYS[a], ARRAYS[b], out=np.zeros(1, out))
        for a, b, out in triples
    }
    found = {
        (a, b, out): dtype_of(NUMPY.operation("in_place", a, b, out=out)) for a, b, out in triples
    }
    assert found == expected
    assert set(expected.values()) == {"-", *DTYPES}


def test_promote_types_and_can_cast() -> None:
    for left, right in itertools.product(DTYPES, repeat=2):
        assert promote_types(left, right) == np.promote_types(left, right).name
        assert can_cast(left, right) == np.can_cast(left, right, "same_kind")


@pytest.mark.parametrize("value", VALUES)
def test_a_python_integer_that_does_not_fit_is_an_error(value: int) -> None:
    for dtype, array in ARRAYS.items():
        with np.errstate(all="ignore"):
            expected = executed(np.add, array, value)
        assert dtype_of(NUMPY.operation("arithmetic", dtype, value)) == expected
        assert NUMPY.operation("comparison", dtype, value) == Promoted("bool")


@given(st.lists(st.sampled_from(list(OPERANDS)), min_size=1, max_size=5))
def test_any_number_of_operands(names: list[str]) -> None:
    expected = np.result_type(*(OPERANDS[name] for name in names))
    assert NUMPY.result_type(*names) == Promoted(expected.name)


@given(st.permutations([*DTYPES, "i*"]))
def test_the_order_of_operands_does_not_matter(names: list[str]) -> None:
    assert NUMPY.result_type(*names[:4]) == NUMPY.result_type(*reversed(names[:4]))


def test_operands_are_what_numpy_has() -> None:
    expected: Result = Promoted("int16")
    for item in (np.uint8, np.dtype("uint8"), np.uint8(1), np.zeros(3, "uint8"), "uint8"):
        assert NUMPY.result_type("int8", item) == expected
    assert NUMPY.result_type(Operand("int8"), Operand("bfloat16")) == Undefined(
        "numpy has no bfloat16"
    )
