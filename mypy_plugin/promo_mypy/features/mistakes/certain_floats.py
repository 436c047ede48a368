"""Python floats that are certainly no ints: the result of ``/``, and a written float.

To mypy an int is a float. So a parameter annotated as ``float``, or an item of ``[1, 0.5]``, may be
an int, which JAX accepts where it accepts only integers.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FloatExpr, NameExpr, OpExpr, RefExpr, UnaryExpr, Var
from mypy.types import Instance, get_proper_type

from promo_mypy.fullnames import BUILTIN_FLOAT
from promo_mypy.session import Session
from promo_mypy.types.expressions import known_type

_MAKING: Final = ("math.", BUILTIN_FLOAT)


def is_certainly_float(session: Session, value: Expression, api: TypeChecker) -> bool:
    """Whether an expression is a Python float, and not an int that mypy takes for a float."""
    match value:
        case FloatExpr():
            return True
        case UnaryExpr(expr=operand):
            return is_certainly_float(session, operand, api)
        case NameExpr(node=Var() as variable) if _has_type_float(value, api):
            values = session.lints.definitions(api.tree).values(variable)
            only = values[0] if len(values) == 1 else None
            if only is None or isinstance(only, NameExpr):
                return False
            return is_certainly_float(session, only, api)
        case OpExpr(op="/"):
            return _has_type_float(value, api)
        case OpExpr(left=left, right=right):
            operands = (is_certainly_float(session, each, api) for each in (left, right))
            return any(operands) and _has_type_float(value, api)
        case CallExpr(callee=RefExpr(fullname=name)):
            return name.startswith(_MAKING) and _has_type_float(value, api)
    return False


def _has_type_float(expression: Expression, api: TypeChecker) -> bool:
    typ = get_proper_type(known_type(expression, api))
    return isinstance(typ, Instance) and typ.type.fullname == BUILTIN_FLOAT
