"""Arguments that a call unpacks from a tuple: ``jnp.linspace(*bounds, 8)``."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import Expression, IndexExpr, IntExpr, StarExpr, TupleExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import TupleType, Type, get_proper_type


class Item(NamedTuple):
    """An item of an unpacked tuple; as an expression it is ``bounds[0]``, or the written item."""

    type: Type
    expression: Expression


def item_for(place: int, unpacked: Expression, ctx: FunctionContext | MethodContext) -> Item | None:
    """Return the item that a parameter gets of an unpacked tuple; None if that is not known.

    mypy lists the whole tuple at each parameter that gets an item of it.

    Args:
        place: the position of the parameter.
        unpacked: the expression of the tuple, without the star.
        ctx: the call.
    """
    places = [at for at, given in enumerate(ctx.args) if any(each is unpacked for each in given)]
    typ = get_proper_type(ctx.arg_types[place][ctx.args[place].index(unpacked)])
    if not isinstance(typ, TupleType) or len(typ.items) != len(places):
        return None
    index = places.index(place)
    return Item(typ.items[index], _written(unpacked, index))


def _written(unpacked: Expression, index: int) -> Expression:
    match unpacked:
        case TupleExpr(items=items) if not any(isinstance(each, StarExpr) for each in items):
            return items[index]
    item = IndexExpr(unpacked, IntExpr(index))
    item.set_line(unpacked)
    return item
