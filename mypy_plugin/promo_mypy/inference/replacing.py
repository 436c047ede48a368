"""Methods that only call ``dataclasses.replace``."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    ARG_POS,
    ARG_STAR2,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    NameExpr,
    ReturnStmt,
    Statement,
    StrExpr,
)

from promo_mypy.fullnames import REPLACING_METHODS
from promo_mypy.inference import reach
from promo_mypy.inference.names import name_of

_HANDED_ON: Final = [ARG_POS, ARG_STAR2]


def hands_on(function: FuncDef) -> bool:
    """Whether a method does nothing but ``return dataclasses.replace(self, **changes)``."""
    if function.name not in REPLACING_METHODS or function.arg_kinds != _HANDED_ON:
        return False
    match [each for each in function.body.body if not _is_text(each)]:
        case [ReturnStmt(expr=CallExpr(callee=callee, args=given, arg_kinds=kinds))]:
            names = [each.name for each in given if isinstance(each, NameExpr)]
            return kinds == _HANDED_ON and names == function.arg_names and _is_replace(callee)
    return False


def _is_text(statement: Statement) -> bool:
    return isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)


def _is_replace(callee: Expression) -> bool:
    match callee:
        case MemberExpr(name="replace", expr=owner):
            return name_of(owner) in reach.WITH_REPLACE
        case NameExpr(name="replace"):
            return True
    return False
