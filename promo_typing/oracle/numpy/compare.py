"""Compares the rules of NumPy's functions with the installed NumPy, in all cells."""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from promo_typing.core.code_lines import code
from promo_typing.numpy_rules import DTYPES, FUNCTIONS, NUMPY
from promo_typing.oracle.fingerprints import digest
from promo_typing.oracle.numpy.calls import call
from promo_typing.oracle.numpy.cells import Cell, cells, requested_dtype, values
from promo_typing.oracle.numpy.openness import may_be_open
from promo_typing.rules import (
    Outcome,
    Resolved,
    Rule,
    Unknown,
    resolve,
    rule_fingerprint,
    without_arguments,
)
from promo_typing.rules.model import Rows

_DTYPES: Final = frozenset(DTYPES)


def names() -> list[str]:
    """Return the functions that have a rule."""
    return sorted(FUNCTIONS)


class NumPyComparison(NamedTuple):
    """One rule compared with NumPy: how many cells, and those in which NumPy differs."""

    name: str
    compared: int
    differences: tuple[str, ...]


def compared(name: str) -> NumPyComparison:
    """Compare one rule with the installed NumPy, for calls with operands and a dtype alone."""
    rule = without_arguments(FUNCTIONS[name])
    questions = list(cells(name, rule))
    differences = [text for cell in questions for text in _difference(name, rule, cell)]
    return NumPyComparison(name, len(questions), tuple(differences))


def _difference(name: str, rule: Rule, cell: Cell) -> Iterator[str]:
    said = resolve(rule, cell.operands, NUMPY, cell.requested)
    seen = _observed(name, rule, cell)
    if cell.requested is not None and seen is None:
        return  # NumPy's stubs report a dtype that cannot be requested.
    if _agree(name, said, seen, cell):
        return
    operands = ", ".join(cell.operands) + (" as scalars" if cell.scalars else "")
    asked = f", dtype={cell.requested}" if cell.requested else ""
    yield f"{name}({operands}{asked}): the rule says {_said(said)}, NumPy {_shown(seen)}"


def _agree(name: str, said: Outcome, seen: tuple[str, ...] | None, cell: Cell) -> bool:
    """Whether the rule gives the dtypes of NumPy, or may leave them open.

    A dtype that rules do not know, such as object, counts as no result of NumPy.
    """
    if isinstance(said, Resolved):
        return said.results == seen
    if isinstance(said, Unknown):
        return may_be_open(name, cell.operands)
    return seen is None or _DTYPES.isdisjoint(seen)


def _observed(name: str, rule: Rule, cell: Cell) -> tuple[str, ...] | None:
    keywords = (
        {rule.dtype.name: requested_dtype(cell.requested)} if rule.dtype and cell.requested else {}
    )
    rows = any(isinstance(operand, Rows) for operand in rule.operands)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = call(name, values(name, rule, cell), rows, keywords)
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


def _said(outcome: Outcome) -> str:
    if isinstance(outcome, Resolved):
        return _shown(outcome.results)
    return "nothing" if isinstance(outcome, Unknown) else "that it is refused"


def _shown(dtypes: Sequence[str] | None) -> str:
    return "nothing" if dtypes is None else " and ".join(dtypes)


def fingerprint(name: str) -> str:
    """Return a digest that changes whenever a rule must be compared again."""
    return digest((rule_fingerprint(FUNCTIONS[name]), *_sources()))


@cache
def _sources() -> tuple[str, ...]:
    """The other things that a comparison depends on: the promotion, and the calls of NumPy."""
    modules = (sys.modules[each.__module__] for each in (call, cells, may_be_open, compared))
    texts = (code(inspect.getsource(module)) for module in modules)
    return (NUMPY.fingerprint, *texts)
