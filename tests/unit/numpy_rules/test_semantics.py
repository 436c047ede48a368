"""Rules of NumPy's functions in cases that the oracle does not compare, and their messages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from promo_typing.numpy_rules import FUNCTIONS, METHODS, NUMPY
from promo_typing.oracle.numpy.cells import cells
from promo_typing.rules import (
    NOT_WRITTEN,
    Outcome,
    Refusal,
    Rejected,
    Resolved,
    Unknown,
    resolve,
    select,
    without_arguments,
)
from promo_typing.rules.advice import Request
from promo_typing.rules.explain import explain


def answer(function: str, *operands: str, dtype: str | None = None) -> Outcome:
    return resolve(without_arguments(FUNCTIONS[function]), operands, NUMPY, dtype)


@pytest.mark.parametrize(
    ("function", "operands", "expected"),
    [
        ("numpy.sqrt", ["int"], "float64"),
        ("numpy.exp", ["float32"], "float32"),
        ("numpy.multiply", ["float32", "float"], "float32"),
        ("numpy.array", ["float"], "float64"),
        ("numpy.arctan2", ["int8", "uint8"], "float16"),
        ("numpy.arctan2", ["int16", "int"], "float32"),
        ("numpy.clip", ["int", "float32", "float"], "float64"),
        ("numpy.concatenate", ["int8", "uint8", "float16"], "float16"),
        ("numpy.concatenate", ["float32", "float"], "float64"),
    ],
)
def test_result(function: str, operands: list[str], expected: str) -> None:
    assert answer(function, *operands) == Resolved((expected,))


def test_what_numpy_refuses_is_no_unknown_result() -> None:
    assert isinstance(answer("numpy.invert", "float32"), Rejected)
    assert isinstance(answer("numpy.linalg.inv", "float16"), Rejected)


@pytest.mark.parametrize(
    ("function", "operands"),
    [
        ("numpy.add", ["bfloat16", "float"]),
        ("numpy.concatenate", ["bfloat16", "int"]),
        ("numpy.floor", ["int8"]),
        ("numpy.arange", ["int8"]),
        ("numpy.einsum", ["bfloat16"]),
    ],
)
def test_what_versions_values_or_functions_decide_is_unknown(
    function: str, operands: list[str]
) -> None:
    assert answer(function, *operands) == Unknown()


def test_an_argument_may_leave_the_result_open() -> None:
    into_another = select(FUNCTIONS["numpy.sqrt"], {"out": NOT_WRITTEN})
    assert into_another is not None
    assert resolve(into_another, [], NUMPY) == Unknown()
    into_none = select(FUNCTIONS["numpy.sqrt"], {"out": None})
    assert into_none is not None
    assert resolve(into_none, ["float32"], NUMPY) == Resolved(("float32",))


def test_the_requested_dtype_decides() -> None:
    assert resolve(METHODS["astype"], [], NUMPY, "float") == Resolved(("float64",))
    assert answer("numpy.sum", dtype="int8") == Resolved(("int8",))


def test_a_result_without_operands() -> None:
    assert answer("numpy.zeros") == Resolved(("float64",))


def test_each_result_of_several() -> None:
    assert answer("numpy.linalg.svd", "complex64") == Resolved(
        ("complex64", "float32", "complex64")
    )


WITH_OPERANDS = {name: without_arguments(r) for name, r in FUNCTIONS.items() if r.operands}


@pytest.mark.parametrize("function", sorted(WITH_OPERANDS))
def test_of_dtypes_that_were_not_compared_nothing_is_said(function: str) -> None:
    rule = WITH_OPERANDS[function]
    others = ["float32"] * (len(rule.operands) - 1)
    for dtype in ("float8_e4m3fn", "int4"):
        assert not isinstance(resolve(rule, [dtype, *others], NUMPY), Resolved)
        assert not isinstance(resolve(rule, [dtype, *[dtype for _ in others]], NUMPY), Resolved)


def refusals() -> Iterator[tuple[str, tuple[str, ...], Refusal]]:
    for name, rule in WITH_OPERANDS.items():
        for cell in cells(name, rule):
            outcome = resolve(rule, cell.operands, NUMPY, cell.requested)
            if isinstance(outcome, Refusal):
                yield name, cell.operands, outcome


def test_the_explainer_advises_what_numpy_takes() -> None:
    advised = 0
    for name, operands, refusal in refusals():
        advice = explain(WITH_OPERANDS[name], operands, NUMPY, refusal).advice
        if advice is not None:
            assert not isinstance(advice, Request)
            changed = [advice.dtype if p in advice.places else o for p, o in enumerate(operands)]
            assert isinstance(resolve(WITH_OPERANDS[name], changed, NUMPY), Resolved)
            advised += 1
    assert advised > 3000
