"""The cells of a rule of NumPy: combinations of operands, and the values for a call."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final, NamedTuple

from promo_typing.numpy_rules import DTYPES
from promo_typing.numpy_rules.shapes import Elementwise
from promo_typing.oracle.numpy.calls import OF_LISTS, OF_SCALARS, optional_operands
from promo_typing.rules.model import Rule, Several

_PYTHON: Final[dict[str, Any]] = {"int": 1, "float": 1.0, "complex": complex(1)}
_CLASSES: Final[dict[str, type]] = {"int": int, "float": float, "complex": complex}


class Cell(NamedTuple):
    """One question to NumPy: operands by name, whether they are scalars, and a dtype argument."""

    operands: tuple[str, ...]
    scalars: bool = False
    requested: str | None = None


def cells(function: str, rule: Rule) -> Iterator[Cell]:
    """Yield all cells of a rule."""
    for count in _counts(function, rule):
        for operands in product((*DTYPES, *_PYTHON), repeat=count):
            if function not in OF_SCALARS:
                yield Cell(operands)
            if _is_elementwise(rule) or function in OF_SCALARS:
                yield Cell(operands, scalars=True)
    if rule.dtype is not None:
        least = min(_counts(function, rule))
        for dtype in (*DTYPES, *_CLASSES):
            yield Cell(("float64",) * least, scalars=function in OF_SCALARS, requested=dtype)


def _counts(function: str, rule: Rule) -> tuple[int, ...]:
    if any(isinstance(operand, Several) for operand in rule.operands):
        return (1, 2)
    return tuple(range(len(rule.operands) - optional_operands(function), len(rule.operands) + 1))


def _is_elementwise(rule: Rule) -> bool:
    return isinstance(rule.usual.result, Elementwise)


def values(function: str, rule: Rule, cell: Cell) -> list[Any]:
    """Return the operands of a call."""
    lists = not cell.scalars and (function in OF_LISTS or not _is_elementwise(rule))
    return [_value(operand, scalar=cell.scalars, lists=lists) for operand in cell.operands]


def _value(operand: str, *, scalar: bool, lists: bool) -> Any:
    """An array, or a list of Python numbers for a function that converts it to an array."""
    import ml_dtypes
    import numpy as np

    if operand in _PYTHON:
        number = _PYTHON[operand]
        return [[number, 0 * number], [0 * number, number]] if lists else number
    dtype = np.dtype(getattr(ml_dtypes, operand, operand))
    return dtype.type(1) if scalar else np.eye(2, dtype=dtype)


def requested_dtype(name: str) -> Any:
    """Return what is passed as the dtype."""
    import ml_dtypes

    return _CLASSES.get(name) or getattr(ml_dtypes, name, name)
