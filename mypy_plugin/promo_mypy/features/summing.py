"""The built-in function ``sum`` of arrays, which adds them one by one to 0 or to a start.

mypy infers the type of the items, or 0. But ``sum([x > 0, y > 0])`` is an int32, and the sum of a
bfloat16 and a float16 is a float32.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, ListExpr, StarExpr, TupleExpr
from mypy.plugin import FunctionContext
from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    Type,
    TypeOfAny,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from promo_mypy.fullnames import BUILTIN_BOOL, BUILTIN_INT
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.expressions import alone
from promo_mypy.types.iterables import items_of
from promo_mypy.types.symbols import Symbol, node_symbol
from promo_typing.core.dtypes import PYTHON_SCALARS
from promo_typing.lattice import Lattice

_ANY: Final = AnyType(TypeOfAny.special_form)


def summed(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``sum(xs)`` and ``sum(xs, start)`` of arrays."""
    default = get_proper_type(ctx.default_return_type)
    members = default.items if isinstance(default, UnionType) else [default]
    items = _items(ctx)
    if any(isinstance(get_proper_type(each), AnyType) for each in (*members, *items)):
        return _ANY
    arrays = _only_arrays(items) or [each for each in members if _is_array(each)]
    if not arrays:
        return default
    added = session.converter.operand(UnionType.make_union(arrays))
    if added is None or not all(each.is_node for each in added):
        return default
    sums = _sums(_start(session, ctx), [each.node for each in added], session.semantics.lattice)
    typ = session.converter.array([None] if sums is None else map(node_symbol, sums))
    if typ is None:
        return default
    return typ if _has_items(ctx.args[0][0]) else UnionType.make_union([typ, _start_type(ctx)])


def _items(ctx: FunctionContext) -> Sequence[Type]:
    """The types of the items.

    mypy first tries whether all items are bools. Items of unknown type fit that, and ``map(f, xs)``
    then counts as a map of bools.
    """
    if not isinstance(ctx.api, TypeChecker):
        return []
    items = items_of(ctx.arg_types[0][0], ctx.api)
    if not all(map(_is_bool, items)):
        return items
    return items_of(alone(ctx.args[0][0], ctx.api), ctx.api)


def _is_bool(item: Type) -> bool:
    typ = get_proper_type(item)
    return isinstance(typ, Instance) and typ.type.fullname == BUILTIN_BOOL


def _only_arrays(items: Sequence[Type]) -> Sequence[Type]:
    """The types of the items, if all are arrays; mypy's result may also be the start."""
    found = flatten_nested_unions(items)
    return found if all(map(_is_array, found)) else []


def _is_array(typ: Type) -> bool:
    return array_instance(get_proper_type(typ)) is not None


def _has_items(iterable: Expression) -> bool:
    """Whether an iterable is a written list or tuple with items; else the sum may be the start."""
    written = iterable.items if isinstance(iterable, ListExpr | TupleExpr) else []
    return any(not isinstance(each, StarExpr) for each in written)


def _start_type(ctx: FunctionContext) -> Type:
    """The type of the start, which is 0 by default."""
    given = [typ for types in ctx.arg_types[1:] for typ in types]
    return given[0] if given else LiteralType(0, ctx.api.named_generic_type(BUILTIN_INT, []))


def _start(session: Session, ctx: FunctionContext) -> Symbol | None:
    """The dtype of the start; None if it is unknown."""
    found = session.converter.operand(_start_type(ctx))
    return found[0] if found is not None and len(found) == 1 and found[0].is_node else None


def _sums(start: Symbol | None, items: Sequence[str], lattice: Lattice) -> list[str] | None:
    """The dtypes of a sum of at least one item; None if one is unknown."""
    if start is None:
        return None
    found = dict[str | None, None]()
    reached: Iterable[str | None] = [PYTHON_SCALARS.get(start.node, start.node)]
    while reached := [
        new
        for one in reached
        for item in items
        if one is not None and (new := lattice.join(one, item)) not in found
    ]:
        found.update(dict.fromkeys(reached))
    sums = [each for each in found if each is not None]
    return sums if len(sums) == len(found) else None
