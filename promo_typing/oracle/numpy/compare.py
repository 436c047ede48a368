"""Compares the rules of NumPy's functions with the installed NumPy, in all cells."""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from promo_typing.numpy_rules import FUNCTIONS, NumPyRule, resolve
from promo_typing.numpy_rules.dtype_maps import DTYPES
from promo_typing.numpy_rules.promotion import as_array, left_open
from promo_typing.oracle.fingerprints import digest, structure
from promo_typing.oracle.numpy.calls import call
from promo_typing.oracle.numpy.cells import Cell, cells, requested_dtype, values
from promo_typing.rules.model import Rows


def names() -> list[str]:
    """Return the functions that have a rule."""
    return sorted(FUNCTIONS)


class NumPyComparison(NamedTuple):
    """One rule compared with NumPy: how many cells, and those in which NumPy differs."""

    name: str
    compared: int
    differences: tuple[str, ...]


def compared(name: str) -> NumPyComparison:
    """Compare one rule with the installed NumPy."""
    rule = FUNCTIONS[name]
    questions = list(cells(name, rule))
    differences = [text for cell in questions for text in _difference(name, rule, cell)]
    return NumPyComparison(name, len(questions), tuple(differences))


def _difference(name: str, rule: NumPyRule, cell: Cell) -> Iterator[str]:
    said = resolve(rule, cell.operands, cell.requested)
    seen = _observed(name, rule, cell)
    if cell.requested is not None and seen is None:
        return  # That a dtype cannot be asked for is for NumPy's stubs to say.
    if _agree(said, seen, rule, cell):
        return
    operands = ", ".join(cell.operands) + (" as scalars" if cell.scalars else "")
    asked = f", dtype={cell.requested}" if cell.requested else ""
    yield f"{name}({operands}{asked}): the rule says {_shown(said)}, NumPy {_shown(seen)}"


def _agree(
    said: Sequence[str | None], seen: Sequence[str] | None, rule: NumPyRule, cell: Cell
) -> bool:
    """Whether the rule knows what NumPy answers, and knows nothing of what it refuses."""
    if seen is None:
        return all(each is None for each in said)
    if len(said) != len(seen):
        return False
    opened = left_open(cell.operands) or left_open([*map(as_array, cell.operands)])
    opened = opened or (rule.before is not None and None in rule.before.values())
    leaves_open = [opened or None in result.values() for result in rule.results]
    pairs = zip(said, seen, leaves_open, strict=True)
    return all(s == d or (s is None and (o or d not in DTYPES)) for s, d, o in pairs)


def _observed(name: str, rule: NumPyRule, cell: Cell) -> tuple[str, ...] | None:
    keywords = (
        {rule.dtype: requested_dtype(cell.requested)} if rule.dtype and cell.requested else {}
    )
    rows = any(isinstance(operand, Rows) for operand in rule.operands)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = call(name, values(cell, rule), rows, keywords)
        except (TypeError, ValueError, _linalg_error()):
            return None
    results = result if isinstance(result, tuple) else (result,)
    return tuple(_dtype_name(each) for each in results)


def _dtype_name(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    return type(value).__name__ if dtype is None else str(dtype)


@cache
def _linalg_error() -> type[Exception]:
    import numpy as np

    return np.linalg.LinAlgError


def _shown(dtypes: Sequence[str | None] | None) -> str:
    return "nothing" if dtypes is None else " and ".join(each or "nothing" for each in dtypes)


def fingerprint(name: str) -> str:
    """Return a digest that is another whenever a rule is to be compared again."""
    return digest((*structure(_plain(FUNCTIONS[name])), *_sources()))


def _plain(rule: NumPyRule) -> tuple[Any, ...]:
    before = None if rule.before is None else sorted(rule.before.items())
    results = [sorted(result.items()) for result in rule.results]
    operands = [repr(operand) for operand in rule.operands]
    settings = (rule.form.name, rule.promotion.name, rule.dtype, rule.default)
    return (operands, results, before, settings)


@cache
def _sources() -> tuple[str, ...]:
    """The text of what a comparison depends on besides the rule."""
    modules = (resolve.__module__, call.__module__, cells.__module__)
    return tuple(inspect.getsource(sys.modules[module]) for module in modules)
