"""``zip(*xs)`` of a list of lists or arrays; mypy says that it yields tuples of Any.

``for q, k, v in zip(*heads)`` transposes a list of tuples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import ARG_NAMED, ARG_STAR
from mypy.plugin import FunctionContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from promo_mypy.features import numpy_items
from promo_mypy.fullnames import BUILTIN_TUPLE
from promo_mypy.inference.arguments import Argument
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.pytrees import is_container, is_plain_tuple, tells_dtypes
from promo_mypy.types.sameness import are_same


def zipped(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``zip(*xs)``; another call may zip NumPy's arrays: see :mod:`numpy_items`."""
    default = get_proper_type(ctx.default_return_type)
    if not isinstance(default, Instance) or len(default.args) != 1:
        return default
    written = [*_written(ctx)]
    # mypy lists an unpacked argument at each parameter; ``strict`` is given by name.
    if len({each.expression for each in written}) != 1 or written[0].kind != ARG_STAR:
        return numpy_items.zipped(session, ctx)
    item = _item(_items(written[0].type))
    if item is None or not tells_dtypes(item):
        return default
    together = ctx.api.named_generic_type(BUILTIN_TUPLE, [item])
    return default.copy_modified(args=[together])


def _written(ctx: FunctionContext) -> Iterator[Argument]:
    """The arguments that are not given by name."""
    for column in zip(ctx.arg_types, ctx.arg_kinds, ctx.args, strict=True):
        for typ, kind, expression in zip(*column, strict=True):
            if kind != ARG_NAMED:
                yield Argument(typ, kind, None, expression)


def _items(given: Type) -> Sequence[Type]:
    """The types of the items of a list, a tuple or an array; none for other types."""
    proper = get_proper_type(given)
    if is_plain_tuple(proper):
        return proper.items
    if isinstance(proper, TupleType):
        return ()
    if is_container(proper) and len(proper.args) == 1:
        return proper.args
    return () if array_instance(proper) is None else [proper]


def _item(columns: Sequence[Type]) -> Type | None:
    """The common type of all items of some lists, tuples or arrays; None if they differ."""
    found = [_items(each) for each in columns]
    if not found or not all(found):
        return None
    first, *others = [each for items in found for each in items]
    return first if all(are_same(first, each) for each in others) else None
