"""Finds the dtypes of assignment targets: from the value, or from what the plugin knows of a field.

mypy gives a target its declared type, which often has no dtype.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from mypy.nodes import (
    AssignmentStmt,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    Statement,
    TupleExpr,
    Var,
)
from mypy.types import (
    NoneType,
    ProperType,
    TupleType,
    Type,
    flatten_nested_unions,
    get_proper_type,
)

from promo_mypy.types.pytrees import has_dtype
from promo_mypy.types.silence import is_silent

Types: TypeAlias = Mapping[Expression, Type]


def of_targets(
    statements: Iterable[Statement | FuncDef], types: Types, fields: Mapping[str, Type]
) -> Iterator[tuple[Expression, Type]]:
    """Yield assignment targets whose dtype is known although their declared type has none.

    Args:
        statements: the statements of the program.
        types: the types of its expressions.
        fields: the types of fields that are declared without a dtype, by their full names.
    """
    for each in statements:
        for target, value in _assigned(each, types):
            found = value if _has_dtype(value) else _of_field(target, fields)
            if _is_open(types.get(target)) and found is not None and _has_dtype(found):
                yield target, found


def _assigned(
    statement: Statement | FuncDef, types: Types
) -> Iterator[tuple[Expression, Type | None]]:
    """The names and attributes that a statement sets, each with the type of its value."""
    if isinstance(statement, AssignmentStmt):
        for target in statement.lvalues:
            yield from _pairs(target, statement.rvalue, types)


def _pairs(
    target: Expression, value: Expression, types: Types
) -> Iterator[tuple[Expression, Type | None]]:
    match target, value:
        case TupleExpr(items=targets), TupleExpr(items=values) if len(targets) == len(values):
            for each, item in zip(targets, values, strict=True):
                yield from _pairs(each, item, types)
        case TupleExpr(items=targets), _:
            yield from _unpacked(targets, get_proper_type(types.get(value)))
        case ((NameExpr() | MemberExpr()), _):
            yield target, types.get(value)


def _unpacked(
    targets: Sequence[Expression], whole: ProperType | None
) -> Iterator[tuple[Expression, Type]]:
    """The targets of a tuple of known length, with the types of its items."""
    if isinstance(whole, TupleType) and len(whole.items) == len(targets):
        for target, item in zip(targets, whole.items, strict=True):
            if isinstance(target, NameExpr | MemberExpr):
                yield target, item


def _of_field(target: Expression, fields: Mapping[str, Type]) -> Type | None:
    node = target.node if isinstance(target, NameExpr) else None
    return fields.get(node.fullname) if isinstance(node, Var) else None


def _is_open(declared: Type | None) -> bool:
    return declared is not None and is_silent(declared)


def _has_dtype(typ: Type | None) -> bool:
    """Whether a type has only arrays of known dtype as members, and perhaps None."""
    items = map(get_proper_type, flatten_nested_unions([typ] if typ is not None else []))
    found = [each for each in items if not isinstance(each, NoneType)]
    return bool(found) and all(map(has_dtype, found))
