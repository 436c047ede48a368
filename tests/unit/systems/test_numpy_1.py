"""The system of NumPy 1, where values decide, agrees with additions measured on NumPy 1.26.4."""

from __future__ import annotations

import math

import pytest

from promo_typing.systems import Operand, Promoted, Undefined, system
from promo_typing.systems.model import PYTHON_SYMBOLS
from tests.unit.systems.golden import dtype_of, rows_of

NUMPY = system("numpy-1")


def value_of(text: str) -> int | float | complex:
    names = {"inf": math.inf, "nan": math.nan}
    value = eval(text, names)
    assert isinstance(value, int | float | complex)
    return value


def test_values_decide_as_in_numpy_1() -> None:
    """A row is an array, a scalar (Python's or an array without dimensions) and its value."""
    _, *rows = rows_of("numpy-1.26.4.values.csv")
    wrong = []
    for array, scalar, text, expected in rows:
        python = scalar in PYTHON_SYMBOLS and (scalar != "bool" or text == "True")
        operand = Operand(scalar, python=python, zero_dimensional=not python, value=value_of(text))
        found = dtype_of(NUMPY.result_type(array, operand))
        if found != expected:
            wrong.append((array, scalar, text, expected, found))
    assert len(rows) > 1500
    assert wrong == []


@pytest.mark.parametrize(
    ("array", "value", "expected"),
    [
        ("int8", 1000, "int16"),
        ("int8", 1, "int8"),
        ("uint8", -1, "int16"),
        ("int8", 1.0, "float64"),
    ],
)
def test_examples_of_the_jep(array: str, value: float, expected: str) -> None:
    assert NUMPY.result_type(array, value) == Promoted(expected)


def test_an_unknown_value_decides_nothing() -> None:
    scalar = Operand("int64", zero_dimensional=True)
    result = NUMPY.result_type("int8", scalar)
    assert isinstance(result, Undefined)
    assert result.reason == "the value decides among int16, int32, int64, int8"
    assert NUMPY.result_type("float64", scalar) == Promoted("float64")


def test_the_value_of_a_scalar_is_an_error_in_numpy_2() -> None:
    result = system("numpy").result_type("int8", 1000)
    assert result == Undefined("the Python integer 1000 is out of bounds for int8")
