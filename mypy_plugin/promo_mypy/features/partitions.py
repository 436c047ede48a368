"""``equinox.partition(tree, is_array)`` and ``combine``: split the leaves of a tree and join them.

Each part has the structure of the tree, with None for the leaves of the other part. Here it has the
type of the whole tree: the program does not use None as an operand. So ``combine`` returns the type
of its arguments.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import TupleType, Type

from promo_mypy.fullnames import BUILTIN_TUPLE
from promo_mypy.session import Session

_REPLACE: Final = "replace"
"""The argument with the value that takes the place of other leaves, instead of None."""


def part(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``equinox.filter(tree, is_array)``: the type of the tree."""
    return told(session, ctx, _tree(ctx))


def parts(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``equinox.partition(tree, is_array)``: twice the type of the tree."""
    tree = _tree(ctx)
    pair = tree and TupleType([tree, tree], ctx.api.named_generic_type(BUILTIN_TUPLE, [tree]))
    return told(session, ctx, pair)


def combined(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``equinox.combine(params, static)``: the type of the parts, if it is the same."""
    trees = ctx.arg_types[0]
    is_known = bool(trees) and set(ctx.arg_kinds[0]) == {ARG_POS}
    is_same = is_known and all(is_same_type(each, trees[0]) for each in trees)
    return told(session, ctx, trees[0] if is_same else None)


def told(session: Session, ctx: FunctionContext, known: Type | None) -> Type:
    """Return the known type in inferred bodies; in mypy's own check its answer stays."""
    if known is None or not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    if session.inference.is_inside:
        return known
    session.inference.look_again(ctx.api)
    return ctx.default_return_type


def _tree(ctx: FunctionContext) -> Type | None:
    """The type of the tree that is split; None if ``replace=`` puts other leaves into the parts."""
    given = dict(zip(ctx.callee_arg_names, ctx.arg_types, strict=True))
    is_unpacked = any(kind.is_star() for kinds in ctx.arg_kinds for kind in kinds)
    match ctx.arg_types[0]:
        case [tree] if not given.get(_REPLACE) and not is_unpacked:
            return tree
    return None


HOOKS: Final = {
    "equinox._filters.filter": part,
    "equinox._filters.partition": parts,
    "equinox._filters.combine": combined,
}
