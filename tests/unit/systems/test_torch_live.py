"""The system ``torch`` agrees with the installed PyTorch."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from promo_typing.systems import Operand, OperandError, system
from promo_typing.systems.torch import COMPLEX_OF, Torch
from tests.unit.systems.golden import Table, differing, dtype_of
from tests.unit.systems.libraries import library

torch = library("torch")

TORCH = system("torch")
SCALARS: dict[str, Any] = {"i*": 1, "f*": 1.0, "c*": 1j, "b*": True}
DTYPES = tuple(node for node in TORCH.nodes if node not in SCALARS)
NAMES = {"float4_e2m1fn": "float4_e2m1fn_x2"}
ARRAYS = {dtype: torch.empty(1, dtype=getattr(torch, NAMES.get(dtype, dtype))) for dtype in DTYPES}
FLAT = {dtype: torch.empty((), dtype=array.dtype) for dtype, array in ARRAYS.items()}
OPERANDS = {**ARRAYS, **SCALARS}
PAIRS = list(itertools.product(OPERANDS, OPERANDS))
REFUSALS = ("Promotion for", "same dtype", "can't be cast")
"""Parts of messages of refusals; other failures are not about promotion."""


def executed(function: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """The dtype of the result, ``-`` for a refusal, ``!`` for another failure."""
    try:
        result = function(*arguments, **named)
    except (RuntimeError, TypeError) as error:
        return "-" if any(words in str(error) for words in REFUSALS) else "!"
    dtype = str(getattr(result, "dtype", result)).rpartition(".")[2]
    return {torch_name: name for name, torch_name in NAMES.items()}.get(dtype, dtype)


def told(function: Callable[..., Any], operands: dict[tuple[str, str], tuple[Any, ...]]) -> Table:
    """PyTorch's results for the operands, without failures that are not about promotion."""
    answers = {key: executed(function, *each) for key, each in operands.items()}
    return {pair: value for pair, value in answers.items() if value != "!"}


def of(pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], tuple[Any, ...]]:
    return {(a, b): (OPERANDS[a], OPERANDS[b]) for a, b in pairs}


@contextmanager
def default_dtype(name: str) -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(getattr(torch, name))
    try:
        yield
    finally:
        torch.set_default_dtype(before)


@pytest.mark.parametrize("default", COMPLEX_OF)
def test_result_types(default: str) -> None:
    ours = Torch(default)
    with default_dtype(default):
        expected = told(torch.result_type, of(PAIRS))
    assert len(expected) > 1000
    assert differing(expected, {pair: ours.cell(*pair) or "-" for pair in expected}) == {}


@pytest.mark.parametrize("default", COMPLEX_OF)
def test_tensors_without_dimensions(default: str) -> None:
    ours = Torch(default)
    with default_dtype(default):
        operands = {(a, b): (FLAT[a], OPERANDS[b]) for a, b in PAIRS if a in FLAT}
        expected = told(torch.result_type, operands)
    found = {
        (left, right): dtype_of(ours.result_type(Operand(left, zero_dimensional=True), right))
        for left, right in expected
    }
    assert len(expected) > 1000
    assert differing(expected, found) == {}


def test_tensors_are_operands() -> None:
    eight = torch.ones(2, dtype=torch.int8)
    for other in (torch.tensor(1), torch.tensor(1.0, dtype=torch.float64), torch.int16, 1, 1.5):
        if isinstance(other, torch.dtype):
            expected = torch.promote_types(torch.int8, other)
        else:
            expected = torch.result_type(eight, other)
        assert f"torch.{dtype_of(TORCH.result_type(eight, other))}" == str(expected)


def test_additions_and_comparisons() -> None:
    for kind, function in (("arithmetic", torch.add), ("comparison", torch.eq)):
        pairs = [(a, b) for a, b in PAIRS if a in ARRAYS]
        expected = told(function, of(pairs))
        found = {pair: dtype_of(TORCH.operation(kind, *pair)) for pair in expected}  # type: ignore[arg-type]
        assert len(expected) > 500
        assert differing(expected, found) == {}


def test_dot_products() -> None:
    pairs = list(itertools.product(DTYPES, DTYPES))
    expected = told(torch.dot, of(pairs))
    found = {pair: dtype_of(TORCH.operation("dot", *pair)) for pair in expected}
    assert set(expected.values()) > {"-", "int8", "complex64"}
    assert differing(expected, found) == {}


def test_sums() -> None:
    answers = {dtype: executed(torch.sum, array) for dtype, array in ARRAYS.items()}
    expected = {dtype: answer for dtype, answer in answers.items() if answer != "!"}
    assert {d: dtype_of(TORCH.operation("sum", d)) for d in expected} == expected
    assert expected["uint16"] == expected["bool"] == expected["int8"] == "int64"


def test_additions_in_place() -> None:
    pairs = [(a, b) for a, b in PAIRS if a in ARRAYS]
    operands = {(a, b): (torch.zeros_like(ARRAYS[a]), OPERANDS[b]) for a, b in pairs}
    expected = told(torch.Tensor.add_, operands)
    found = {pair: dtype_of(TORCH.operation("in_place", *pair)) for pair in expected}
    assert len(expected) > 300
    assert differing(expected, found) == {}


def test_additions_into_a_tensor() -> None:
    names = ("bool", "uint8", "int8", "int64", "float16", "float32", "complex64")
    for a, b, out in itertools.product(names, repeat=3):
        answer = executed(torch.add, ARRAYS[a], ARRAYS[b], out=torch.empty_like(ARRAYS[out]))
        assert dtype_of(TORCH.operation("in_place", a, b, out=out)) == answer


def test_no_default_dtype() -> None:
    with pytest.raises(OperandError, match="'int8' is no default dtype; expected one of float16"):
        Torch("int8")
