"""The system ``array-api`` agrees with array-api-strict."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from typing import Any

import pytest

from promo_typing.systems import OperationClass, system
from tests.unit.systems.golden import dtype_of
from tests.unit.systems.libraries import library

xp = library("array_api_strict")

STANDARD = system("array-api")
SCALARS: dict[str, Any] = {"i*": 1, "f*": 1.0, "c*": 1j, "b*": True}
DTYPES = tuple(node for node in STANDARD.nodes if node not in SCALARS)
ARRAYS = {dtype: xp.ones(1, dtype=getattr(xp, dtype)) for dtype in DTYPES}
OPERANDS = {**ARRAYS, **SCALARS}
PAIRS = list(itertools.product(OPERANDS, repeat=2))


def executed(function: Callable[..., Any], *arguments: Any) -> str:
    try:
        result = function(*arguments)
    except (TypeError, ValueError, OverflowError):
        return "-"
    return str(getattr(result, "dtype", result)).rpartition(".")[2]


def test_result_types() -> None:
    expected = {
        pair: executed(xp.result_type, *(OPERANDS[each] for each in pair)) for pair in PAIRS
    }
    assert {pair: STANDARD.cell(*pair) or "-" for pair in PAIRS} == expected


def test_additions() -> None:
    expected = {pair: executed(xp.add, *(OPERANDS[each] for each in pair)) for pair in PAIRS}
    found = {pair: dtype_of(STANDARD.operation("arithmetic", *pair)) for pair in PAIRS}
    assert found == expected


def test_comparisons() -> None:
    expected = {pair: executed(xp.equal, *(OPERANDS[each] for each in pair)) for pair in PAIRS}
    found = {pair: dtype_of(STANDARD.operation("comparison", *pair)) for pair in PAIRS}
    assert found == expected


def test_sums() -> None:
    expected = {dtype: executed(xp.sum, array) for dtype, array in ARRAYS.items()}
    assert {dtype: dtype_of(STANDARD.operation("sum", dtype)) for dtype in DTYPES} == expected


def test_dot_products() -> None:
    """array-api-strict also multiplies operands of kinds that the standard does not mix."""
    pairs = list(itertools.product(DTYPES, repeat=2))
    expected = {pair: executed(xp.vecdot, *(ARRAYS[each] for each in pair)) for pair in pairs}
    found = {pair: dtype_of(STANDARD.operation("dot", *pair)) for pair in pairs}
    looser = {pair for pair in pairs if found[pair] != expected[pair]}
    assert all(STANDARD.cell(*pair) is None and found[pair] == "-" for pair in looser)


def test_additions_in_place() -> None:
    pairs = [pair for pair in PAIRS if pair[0] in ARRAYS]
    expected = {
        (a, b): executed(operator.iadd, xp.asarray(ARRAYS[a], copy=True), OPERANDS[b])
        for a, b in pairs
    }
    found = {pair: dtype_of(STANDARD.operation("in_place", *pair)) for pair in pairs}
    assert found == expected


@pytest.mark.parametrize("value", [127, 128, -1, 255, 256, 2**63 - 1, 2**63, 2**64])
@pytest.mark.parametrize("kind", ["arithmetic", "comparison"])
def test_a_python_integer_that_does_not_fit_is_an_error(kind: OperationClass, value: int) -> None:
    function = {"arithmetic": xp.add, "comparison": xp.equal}[kind]
    for dtype, array in ARRAYS.items():
        expected = executed(function, array, value)
        assert dtype_of(STANDARD.operation(kind, dtype, value)) == expected
