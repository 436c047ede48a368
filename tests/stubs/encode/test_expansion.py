"""One signature is expanded to overloads that state the dtype of its result."""

from __future__ import annotations

import pytest

from promo_stubgen.encode.expansion import (
    annotate,
    leave_out,
    required,
    with_dtype,
    without_dtype,
)
from promo_stubgen.ir.annotation import Name
from promo_stubgen.ir.arrays import array_or_any
from promo_stubgen.ir.signatures import read
from promo_typing.lattice.semantics import Semantics


def test_annotations_and_the_result_are_replaced() -> None:
    found = annotate(read("(x: int, y: int) -> int"), Name("str"), y=Name("float"))
    assert found == read("(x: int, y: float) -> str")


def test_a_result_that_is_not_given_is_kept() -> None:
    assert annotate(read("(x) -> int"), x=Name("str")) == read("(x: str) -> int")
    assert annotate(read("(x)"), x=Name("str")) == read("(x: str) -> Any")


@pytest.mark.parametrize(
    ("signature", "left_out"),
    [
        ("(x, y: int = 1) -> int", "(x, y: Literal[1] = 1) -> int"),
        ("(x, y: int | None = None) -> int", "(x, y: None = None) -> int"),
        ("(x, y: float = 0.5) -> int", "(x, y: Never = ...) -> int"),
        ("(x, y: float = ...) -> int", "(x, y: Never = ...) -> int"),
    ],
)
def test_a_parameter_that_is_left_out_has_its_default(signature: str, left_out: str) -> None:
    assert leave_out(read(signature), ["y"]) == read(left_out)


@pytest.mark.parametrize(
    ("signature", "forms"),
    [
        ("(x, y=1)", ["(x, y)"]),
        ("(x, *, y=1)", ["(x, *, y)"]),
        ("(x=0, y=1, z=2)", ["(x=0, *, y, z=2)", "(x, y, z=2)"]),
    ],
)
def test_a_required_parameter_is_given_by_keyword_or_by_position(
    signature: str, forms: list[str]
) -> None:
    assert [*required(read(signature), "y")] == [*map(read, forms)]


def test_a_dtype_that_is_left_out_is_none() -> None:
    found = without_dtype(read("(x: Array, dtype: DTypeLike | None = None) -> Array"), "dtype")
    assert found == read("(x: Array, dtype: None = None) -> Array")


def test_each_dtype_that_is_asked_for_has_an_overload() -> None:
    signature = read("(x: Array, dtype: DTypeLike | None = None) -> Array")
    overloads = [*with_dtype(signature, "dtype", array_or_any, Semantics())]
    by_request = {str(each.parameter("dtype").annotation): each.returns for each in overloads}
    assert by_request["_RequestFor_float32"] == array_or_any("float32")
    assert by_request["DTypeLike | None"] == array_or_any("Any")
    assert all(each.parameter("dtype").default is None for each in overloads)
    # 64-bit dtypes are truncated with x64 off, so no result has them.
    assert "_RequestFor_float64" not in by_request
    wide = with_dtype(signature, "dtype", array_or_any, Semantics(x64=True))
    assert "_RequestFor_float64" in {str(each.parameter("dtype").annotation) for each in wide}
