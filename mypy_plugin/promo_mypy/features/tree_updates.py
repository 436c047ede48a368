"""``apply_updates(model, updates)`` of equinox and optax, which adds an update to each leaf.

The updates mostly come from an optimizer without types. optax casts the sum to the dtype of the
leaf. equinox does not; there a float32 leaf stays float32 in a program whose only floats these are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    return _told(session, ctx, trees[0], lambda node: is_alike or (is_any and node == _FLOAT32))


def cast(session: Session, ctx: FunctionContext) -> Type:
    """Return the type of the tree, whose leaves keep their dtypes; each becomes a strong array."""
    if any(kind.is_star() for kinds in ctx.arg_kinds for kind in kinds):
        return ctx.default_return_type
    first = next(_trees(session, ctx), None)
    if first is None:
        return ctx.default_return_type
    return _told(session, ctx, first, lambda node: True)


def _told(session: Session, ctx: FunctionContext, tree: Type, keeps: Callable[[str], bool]) -> Type:
    kept = with_leaves(tree, lambda leaf: _kept(session, leaf, keeps))
    return told(session, ctx, dictionaries.told(session, kept, ctx.context, ctx.api))


def _trees(session: Session, ctx: FunctionContext) -> Iterator[Type]:
    """The types of the arguments; for dictionaries, with a type for each key."""
    for typ, given in zip(chain(*ctx.arg_types), chain(*ctx.args), strict=True):
        yield dictionaries.typed(session, given, ctx.api) or typ


def _kept(session: Session, leaf: ProperType, keeps: Callable[[str], bool]) -> Type:
    """The type of a leaf after its update.

    Args:
        session: the session.
        leaf: the type of the leaf; a leaf that is neither array nor number gets no update.
        keeps: whether a strong array of a dtype keeps it.
    """
    symbols = session.converter.operand(leaf)
    if symbols is None:
        return _UNKNOWN if base_instance(leaf, NUMPY_ARRAY) else leaf
    if not array_instance(leaf) or len(symbols) != 1:
        return _UNKNOWN
    node = symbols[0].node if symbols[0].is_node else ""
    is_strong = node in NODES and not NODES[node].weak
    return leaf if is_strong and keeps(node) else _UNKNOWN


HOOKS: Final = {
    "equinox._update.apply_updates": updated,
    "optax._src.update.apply_updates": cast,
}
