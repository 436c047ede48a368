"""Comparisons in the conditions of a body that the plugin decides: ``if x.dtype == jnp.float32:``.

mypy skips the branches of ``if f(x):`` if the call has the type ``Literal[False]``, but it does not
look at the type of a comparison. So calls stand in the place of such comparisons
(:mod:`stand_ins`), and ``features.dtype_comparisons`` answers them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssertStmt,
    ComparisonExpr,
    ConditionalExpr,
    FuncItem,
    IfStmt,
    ListExpr,
    OpExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
    WhileStmt,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.fullnames import BUILTIN_BOOL, DTYPE_TESTS
from promo_mypy.inference.about_dtypes import AboutDtypes
from promo_mypy.inference.stand_ins import Slot, StandIn
from promo_mypy.statements import statements

_LOGICAL: Final = ("and", "or")
_MEMBERSHIP: Final = ("in", "not in")


def dtype_tests(function: FuncItem) -> Iterator[StandIn]:
    """Yield the calls for the comparisons in the conditions of a function."""
    about = AboutDtypes(function.body.body)
    return (
        _asked(slot, comparison)
        for slot in _conditions(function)
        if isinstance(comparison := slot.get(), ComparisonExpr)
        and comparison.operators[1:] == []
        and comparison.operators[0] in DTYPE_TESTS
        and (_asks_for_item(comparison) or about.is_about(comparison))
    )


def _asked(slot: Slot, comparison: ComparisonExpr) -> StandIn:
    """The call that asks whether a comparison holds."""
    fullname = DTYPE_TESTS[comparison.operators[0]]
    return StandIn(slot, fullname, tuple(comparison.operands), BUILTIN_BOOL)


def _conditions(function: FuncItem) -> Iterator[Slot]:
    """The places of all conditions in a function, and of their parts."""
    for placed in statements(function.body.body):
        match placed.statement:
            case IfStmt(expr=conditions) as statement:
                for item in range(len(conditions)):
                    yield from _parts(Slot(statement, "expr", item))
            case WhileStmt() | AssertStmt() as statement:
                yield from _parts(Slot(statement, "expr"))
    for each in get_subexpressions(function.body):
        if isinstance(each, ConditionalExpr):
            yield from _parts(Slot(each, "cond"))


def _parts(slot: Slot) -> Iterator[Slot]:
    """The place of a condition, or those of the parts that ``and``, ``or`` and ``not`` join."""
    match slot.get():
        case UnaryExpr(op="not") as negated:
            yield from _parts(Slot(negated, "expr"))
        case OpExpr(op=sign) as joined if sign in _LOGICAL:
            yield from _parts(Slot(joined, "left"))
            yield from _parts(Slot(joined, "right"))
        case _:
            yield slot


def _asks_for_item(comparison: ComparisonExpr) -> bool:
    """Whether a comparison asks if something is one of several values: ``mode in ("a", "b")``."""
    [sign], [_, container] = comparison.operators, comparison.operands
    return sign in _MEMBERSHIP and isinstance(container, TupleExpr | ListExpr | StrExpr)
