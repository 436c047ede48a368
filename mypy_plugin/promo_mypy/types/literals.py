"""Known numbers in a program: ``3``, ``-1e9``, ``2**40``, or a constant of the module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.constant_fold import constant_fold_expr, constant_fold_unary_op
from mypy.nodes import Expression, ListExpr, NameExpr, OpExpr, RefExpr, TupleExpr, UnaryExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, LiteralType, Type, TypeOfAny, get_proper_type

from promo_mypy.fullnames import BUILTIN_FLOAT, BUILTIN_INT, SYS_MAXSIZE
from promo_mypy.types.arguments import Argument
from promo_mypy.types.bindings import LARGEST_SIZE, Bindings, Number, computed, is_of_module
from promo_mypy.types.expressions import known_type

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_MOST_BITS: Final = 4096
"""Larger ints are ignored: Python does not print more than 4300 digits."""


def integer(
    typ: Type, expression: Expression | None, api: CheckerPluginInterface, bindings: Bindings
) -> int | None:
    """Return the value of an int expression, if it is known; None for others, bools included."""
    value = number(typ, expression, api, bindings)
    return value if isinstance(value, int) else None


def number(
    typ: Type, expression: Expression | None, api: CheckerPluginInterface, bindings: Bindings
) -> Number | None:
    """Return the value of an int or float expression, if it is known; None for others."""
    value: object = None
    if expression is not None and isinstance(api, TypeChecker):
        value = constant_fold_expr(expression, api.tree.fullname)
        if value is None and _is_number(typ):
            value = _folded(expression, api, bindings)
    if value is None:
        value = _of_type(typ)
    if isinstance(value, bool) or (isinstance(value, int) and value.bit_length() > _MOST_BITS):
        return None
    return value if isinstance(value, int | float) else None


def _folded(expression: Expression, api: TypeChecker, bindings: Bindings) -> object:
    """The value of an expression with constants of the module: ``-LIMIT - 1``."""
    known = constant_fold_expr(expression, api.tree.fullname)
    if known is not None:
        return known
    match expression:
        case RefExpr(fullname=name) if name == SYS_MAXSIZE:
            return LARGEST_SIZE
        case NameExpr():
            return _constant(expression, api, bindings)
        case UnaryExpr(op=sign, expr=operand):
            value = _folded(operand, api, bindings)
            return constant_fold_unary_op(sign, value) if isinstance(value, int | float) else None
        case OpExpr(op=sign, left=left, right=right):
            one, other = (_folded(each, api, bindings) for each in (left, right))
            if isinstance(one, int | float) and isinstance(other, int | float):
                return computed(one, sign, other)
    return None


def _constant(name: NameExpr, api: TypeChecker, bindings: Bindings) -> Number | None:
    variable = name.node
    if not isinstance(variable, Var) or not is_of_module(variable, api.tree):
        return None
    return bindings.number(variable.name, api.tree)


def _is_number(typ: Type) -> bool:
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname in (BUILTIN_INT, BUILTIN_FLOAT)


def _of_type(typ: Type) -> object:
    proper = get_proper_type(typ)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    return proper.value if isinstance(proper, LiteralType) else None


def written_numbers(
    argument: Argument, api: CheckerPluginInterface, bindings: Bindings
) -> Iterator[Number | None]:
    """Yield the numbers in a nested list or tuple; None for unknown or other items."""
    if isinstance(argument.expression, (ListExpr, TupleExpr)):
        for item in argument.expression.items:
            known = argument._replace(type=known_type(item, api) or _UNKNOWN, expression=item)
            yield from written_numbers(known, api, bindings)
    else:
        yield number(argument.type, argument.expression, api, bindings)
