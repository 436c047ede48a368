"""What rules of NumPy's functions say where the oracle does not ask."""

from __future__ import annotations

import pytest

from promo_typing.numpy_rules import FUNCTIONS, METHODS, resolve


@pytest.mark.parametrize(
    ("function", "operands", "expected"),
    [
        ("numpy.sqrt", ["int"], "float64"),
        ("numpy.exp", ["float32"], "float32"),
        ("numpy.multiply", ["float32", "float"], "float32"),
        ("numpy.array", ["float32", "float"], "float64"),
        ("numpy.add", ["bfloat16", "float"], None),
        ("numpy.invert", ["float32"], None),
    ],
)
def test_result(function: str, operands: list[str], expected: str | None) -> None:
    assert resolve(FUNCTIONS[function], operands) == (expected,)


def test_the_requested_dtype_decides() -> None:
    assert resolve(METHODS["astype"], [], "float") == ("float64",)
    assert resolve(FUNCTIONS["numpy.sum"], [], "int8") == ("int8",)


def test_a_result_without_operands() -> None:
    assert resolve(FUNCTIONS["numpy.zeros"], []) == ("float64",)


def test_each_result_of_several() -> None:
    assert resolve(FUNCTIONS["numpy.linalg.svd"], ["complex64"]) == (
        "complex64",
        "float32",
        "complex64",
    )
