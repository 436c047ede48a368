"""Which expressions are no classes, as far as their source tells."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    DictExpr,
    Expression,
    FloatExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    OpExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
)

from promo_mypy.fullnames import BUILTIN_TYPE, PARTIAL
from promo_typing.rules import FUNCTIONS

_VALUES: Final = (
    ComparisonExpr,
    DictExpr,
    FloatExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)
_MAKING_CLASSES: Final = frozenset({BUILTIN_TYPE, PARTIAL})
"""Classes whose objects may stand for classes."""


def is_no_class(expression: Expression) -> bool:
    """Whether a value is surely no class: an array of JAX, a new object, a number, a list."""
    match expression:
        case CallExpr(callee=RefExpr(node=TypeInfo(), fullname=name)):
            return name not in _MAKING_CLASSES
        case CallExpr(callee=RefExpr(fullname=name)):
            return name in FUNCTIONS
        case OpExpr(op=operator):
            return operator not in ("and", "or")
    return isinstance(expression, _VALUES)
