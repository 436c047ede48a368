"""Finds the expression of a container's item: ``params["w"]``, or ``w`` in ``w, b = params``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    IndexExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    RefExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.types import TupleType

from promo_mypy.fullnames import BUILTIN_DICT
from promo_mypy.types.named_tuples import field_names

Key: TypeAlias = int | str | None
"""A position, key or field name; None for any item, as in a loop."""

Path: TypeAlias = tuple[Key, ...]

_IN_ORDER: Final = frozenset(
    f"builtins.{name}" for name in ("list", "tuple", "reversed", "iter", "sorted")
)
"""Functions that give a loop the items of their argument."""


def asked(expression: Expression) -> tuple[Expression, Path] | None:
    """Return the container and the path for an expression ``x[0]``, ``x["w"]`` or ``x.w``."""
    match expression:
        case IndexExpr(base=base, index=IntExpr(value=place)):
            return base, (place,)
        case IndexExpr(base=base, index=StrExpr(value=key)):
            return base, (key,)
        case MemberExpr(expr=owner, name=name):
            return owner, (name,)
    return None


def passed_on(whole: Expression, path: Path) -> tuple[Expression, Path] | None:
    """Return the container and the path behind an item of ``zip`` and the like; None for others.

    In a loop over ``zip(ws, rates)``, the second part of an item is any item of ``rates``.
    """
    match whole, path:
        case CallExpr(callee=RefExpr(fullname="builtins.zip"), args=args), (None, int(at), *rest):
            is_plain = all(kind == ARG_POS for kind in whole.arg_kinds[: at + 1])
            return (args[at], (None, *rest)) if is_plain and at < len(args) else None
        case CallExpr(callee=RefExpr(fullname="builtins.enumerate"), args=args), (None, 1, *rest):
            return args[0], (None, *rest)
        case CallExpr(callee=RefExpr(fullname=name), args=[only]), (None, *_):
            return (only, path) if name in _IN_ORDER else None
    return None


def written(whole: Expression, key: Key) -> Sequence[Expression] | None:
    """Return the expressions of an item of a written container; empty if the item is not written.

    None if the expression is not a written container.
    """
    match whole:
        case TupleExpr(items=items) | ListExpr(items=items):
            return _of_sequence(items, key)
        case ListComprehension(generator=generator):
            return [] if isinstance(key, str) else [generator.left_expr]
        case DictExpr(items=entries):
            names = [each.value if isinstance(each, StrExpr) else None for each, _ in entries]
            found = dict(zip(names, (value for _, value in entries), strict=True))
            return _of_names(found, key)
        case ConditionalExpr(if_expr=one, else_expr=other):
            return _both(written(one, key), written(other, key))
        case CallExpr(callee=RefExpr(fullname=name)) if name == BUILTIN_DICT:
            return _of_names(_given(whole), key)
        case CallExpr(callee=RefExpr(node=TypeInfo() as info)):
            return _of_fields(whole, info, key)
    return None


def _of_sequence(items: Sequence[Expression], key: Key) -> Sequence[Expression]:
    if any(isinstance(each, StarExpr) for each in items) or isinstance(key, str):
        return []
    return items if key is None else items[key : key + 1]


def _of_names(found: Mapping[str | None, Expression], key: Key) -> Sequence[Expression]:
    if not isinstance(key, str) or None in found or key not in found:
        return []
    return [found[key]]


def _of_fields(call: CallExpr, info: TypeInfo, key: Key) -> Sequence[Expression] | None:
    """The argument of a named tuple's constructor for one of its fields."""
    if not isinstance(info.tuple_type, TupleType) or {*call.arg_kinds} - {ARG_POS, ARG_NAMED}:
        return None
    names = field_names(info)
    found = dict[str | None, Expression](zip(names, _by_position(call), strict=False))
    found |= {name: value for name, value in _given(call).items() if name is not None}
    if isinstance(key, int):
        key = names[key] if key < len(names) else None
    return _of_names(found, key)


def _by_position(call: CallExpr) -> Iterator[Expression]:
    for kind, value in zip(call.arg_kinds, call.args, strict=True):
        if kind == ARG_POS:
            yield value


def _given(call: CallExpr) -> dict[str | None, Expression]:
    """The arguments by name; positional arguments and ``**kwargs`` stand under None."""
    return dict(zip(call.arg_names, call.args, strict=True))


def _both(
    one: Sequence[Expression] | None, other: Sequence[Expression] | None
) -> Sequence[Expression] | None:
    if one is None or other is None:
        return None
    return [*one, *other] if one and other else []
