"""``equinox.apply_updates(model, updates)``: ``leaf + update``, or the leaf if the update is None.

The updates mostly come from an optimizer without types. In a program whose only floats are float32,
a float32 leaf stays float32 whatever they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import AnyType, ProperType, Type, TypeOfAny

from promo_mypy.features import dictionaries
from promo_mypy.features.partitions import told
from promo_mypy.features.single_float import is_single
from promo_mypy.fullnames import NUMPY_ARRAY
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance, base_instance
from promo_mypy.types.pytrees import with_leaves
from promo_typing.core.dtypes import NODES

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_FLOAT32: Final = "float32"


def updated(session: Session, ctx: FunctionContext) -> Type:
    """Return the type of the tree; leaves that may change their dtype are unknown."""
    if any(kind.is_star() for kinds in ctx.arg_kinds for kind in kinds):
        return ctx.default_return_type
    trees = [*_trees(session, ctx)]
    if len(trees) != 2:
        return ctx.default_return_type
    is_alike, is_any = is_same_type(trees[0], trees[1]), is_single(session, ctx.api)
    kept = with_leaves(trees[0], lambda leaf: _added(session, leaf, is_alike, is_any))
    return told(session, ctx, dictionaries.told(session, kept, ctx.context, ctx.api))


def _trees(session: Session, ctx: FunctionContext) -> Iterator[Type]:
    """The types of the arguments; for dictionaries, with a type for each key."""
    for typ, given in zip(chain(*ctx.arg_types), chain(*ctx.args), strict=True):
        yield dictionaries.typed(session, given, ctx.api) or typ


def _added(session: Session, leaf: ProperType, is_alike: bool, is_any: bool) -> Type:
    """The type of a leaf after its update.

    Args:
        session: the session.
        leaf: the type of the leaf; a leaf that is neither array nor number gets no update.
        is_alike: whether the update has the same type as the leaf.
        is_any: whether float32 is the program's only dtype of floats, which updates have, too.
    """
    symbols = session.converter.operand(leaf)
    if symbols is None:
        return _UNKNOWN if base_instance(leaf, NUMPY_ARRAY) else leaf
    if not array_instance(leaf) or len(symbols) != 1:
        return _UNKNOWN
    node = symbols[0].node if symbols[0].is_node else ""
    is_strong = node in NODES and not NODES[node].weak
    return leaf if is_strong and (is_alike or (is_any and node == _FLOAT32)) else _UNKNOWN


HOOKS: Final = {"equinox._update.apply_updates": updated}
