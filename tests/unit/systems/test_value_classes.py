"""Every system promotes values of the same class alike, beside every dtype."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from promo_typing.systems import SYSTEMS, Operand, Promoted, Undefined
from promo_typing.systems.value_classes import value_class

INTEGERS = sorted(
    {
        sign * 2**bits + offset
        for bits in (0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 63, 64)
        for sign in (1, -1)
        for offset in (-1, 0, 1)
    }
)
FLOATS = [0.0, 1.5, -64999.0, 65000.0, 65505.0, 3.3e38, -3.4e38, 1e39, float("inf"), float("nan")]
COMPLEX = [
    complex(re, im) for re, im in itertools.product((0.0, 50000.0, 7e4, 3e38, 1e39), repeat=2)
]
VALUES: tuple[list[Any], ...] = (INTEGERS, FLOATS, COMPLEX)
DTYPES = ("bool", "uint8", "int8", "uint32", "int64", "uint64", "float16", "float32", "complex64")


def answer(name: str, dtype: str, scalar: Operand) -> Any:
    """The dtype of the result, or a mark of a refusal without its words, which name the value."""
    found = SYSTEMS[name].result_type(dtype, scalar)
    return found if isinstance(found, Promoted) else Undefined


def scalars(value: Any) -> list[Operand]:
    """The value as a Python number, and as a NumPy scalar of the widest dtype."""
    kind = type(value).__name__
    widest = {"int": "int64", "float": "float64", "complex": "complex128"}[kind]
    return [
        Operand(kind, python=True, value=value),
        Operand(widest, zero_dimensional=True, value=value),
    ]


@pytest.mark.parametrize("name", SYSTEMS)
def test_values_of_a_class_are_promoted_alike(name: str) -> None:
    nodes = set(SYSTEMS[name].nodes)
    for values, dtype in itertools.product(VALUES, DTYPES):
        if dtype not in nodes:
            continue
        answers: dict[Any, Any] = {}
        for value in values:
            for place, scalar in enumerate(scalars(value)):
                found = answer(name, dtype, scalar)
                key = place, value_class(value)
                assert answers.setdefault(key, found) == found, (dtype, scalar)


def test_there_are_few_classes() -> None:
    assert len({value_class(value) for value in range(-1000, 1000)}) < 20
    assert len({value_class(value) for value in INTEGERS}) < 40
    assert {value_class(value) for value in FLOATS} == {16, 32, 64}
    assert value_class(True) == value_class(False) == value_class("a date")
