"""The types of expressions without the influence of an expected type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from mypy.nodes import (
    DictExpr,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    OpExpr,
    TupleExpr,
)
from mypy.types import AnyType, TupleType, Type, TypeOfAny, UnionType, get_proper_type

from promo_mypy.types.pytrees import is_container

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def own_type(expression: Expression, types: Mapping[Expression, Type]) -> Type | None:
    """Return the type of an expression by itself; None if mypy did not infer one.

    Where a list is expected to have a type, mypy gives it that type and reports the items that do
    not fit. Here the type of a list follows from its items.

    Args:
        expression: an expression of the program, or ``x + y`` made up for ``x += y``.
        types: mypy's types of expressions.
    """
    known = types.get(expression)
    proper = get_proper_type(known)
    match expression:
        case TupleExpr(items=items) if isinstance(proper, TupleType):
            if len(items) == len(proper.items):
                own = [own_type(each, types) or _UNKNOWN for each in items]
                return proper.copy_modified(items=own)
        case ListExpr(items=items):
            return _with_items(known, [own_type(each, types) for each in items])
        case DictExpr(items=entries) if all(key for key, _ in entries):
            return _with_items(known, [own_type(value, types) for _, value in entries])
        case ListComprehension(generator=GeneratorExpr(left_expr=item)):
            return _with_items(known, [own_type(item, types)])
        case OpExpr(right=operand) if known is None:
            return _updated(operand, types)
    return known


def _with_items(known: Type | None, items: Iterable[Type | None]) -> Type | None:
    """The type of a container with items of these types."""
    proper = get_proper_type(known)
    found = dict.fromkeys(each for each in items if each is not None)
    if proper is None or not is_container(proper) or not found:
        return known
    return proper.copy_modified(args=[*proper.args[:-1], UnionType.make_union([*found])])


def _updated(operand: Expression, types: Mapping[Expression, Type]) -> Type | None:
    """The type of ``x + y`` that mypy found for ``x += y``; None if it found none."""
    made = (each for each in types if isinstance(each, OpExpr) and each.right is operand)
    return next((types[each] for each in made), None)
