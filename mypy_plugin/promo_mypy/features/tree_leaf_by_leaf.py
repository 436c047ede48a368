"""``jax.tree.map`` over trees with leaves of several dtypes, inferred leaf by leaf.

JAX calls the function once for each place in the trees. If it has no annotations and all leaves are
known, it is checked here for each place, and findings in any of these calls are reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import LambdaExpr
from mypy.plugin import FunctionContext
from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    Type,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy.features import dictionaries, ruled_functions
from promo_mypy.features.tree_parts import Parts
from promo_mypy.fullnames import STAND_INS
from promo_mypy.session import Session
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.convert import array_instance
from promo_mypy.types.pytrees import (
    has_dtype,
    is_plain_dictionary,
    is_plain_tuple,
    with_leaves,
    zipped,
)

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_MOST: Final = 8
"""How many distinct combinations of leaves are inferred at most."""


def mapped(
    session: Session, trees: Sequence[Type], before: int, ctx: FunctionContext
) -> Type | None:
    """Infer the function for each distinct combination of leaves, and return the resulting tree.

    The result is None if there is only one combination, or any result is unknown. ``before`` is the
    number of other inputs that the function has before the leaves, such as the path.
    """
    function = ctx.args[0][0]
    if not isinstance(ctx.api, TypeChecker) or not session.inference.is_on:
        return None
    is_ruled = ruled_functions.has_rule(function)
    is_open = isinstance(function, LambdaExpr) or session.inference.is_open(function, ctx.api)
    leaves = [*zipped(trees)]
    choices = dict.fromkeys(leaves)
    if not (is_ruled or is_open) or len(choices) > _MOST:
        return None
    others, checker = [_UNKNOWN] * before, ctx.api

    def returned(place: Sequence[Type]) -> Type | None:
        if is_ruled:
            return ruled_functions.returned(session, function, place)
        return session.inference.with_inputs(function, [*others, *place], checker)

    if not all(map(_are_known, choices)):
        # mypy itself would report errors about the parts of its own types.
        is_inside = session.inference.is_inside
        return Parts(session, checker, returned).mapped(trees) if is_inside else None
    if len(choices) == 1:
        return None
    found = {each: returned(each) for each in choices}
    return _tree(trees[0], [found[each] for each in leaves])


def stands_in(leaf: Type) -> bool:
    """Whether a leaf is an array of the stand-in dtype, which stands for several dtypes."""
    array = array_instance(get_proper_type(leaf))
    dtype = get_proper_type(array.args[0]) if array else None
    return isinstance(dtype, Instance) and dtype.type.fullname in STAND_INS


def _tree(tree: Type, leaves: Sequence[Type | None]) -> Type | None:
    """The tree with its leaves replaced; None if a leaf is unknown, or it has other containers."""
    known = [each for each in leaves if each is not None]
    if len(known) < len(leaves) or not _is_plain(tree):
        return None
    rest = iter(known)
    return with_leaves(tree, lambda _: next(rest))


def _is_plain(tree: Type) -> bool:
    """Whether a tree consists of tuples and dictionaries of arrays."""
    proper = unfolded(tree)
    if is_plain_tuple(proper):
        return all(map(_is_plain, proper.items))
    if is_plain_dictionary(proper):
        return all(map(_is_plain, proper.items.values()))
    return has_dtype(proper)


def trees_of(session: Session, ctx: FunctionContext) -> list[Type]:
    """Return the types of the trees in a call; for dictionaries, with a type for each key."""
    pairs = [
        pair
        for expressions, types in zip(ctx.args[1:3], ctx.arg_types[1:3], strict=True)
        for pair in zip(expressions, types, strict=True)
    ]
    return [dictionaries.typed(session, tree, ctx.api) or typ for tree, typ in pairs]


def _are_known(leaves: Sequence[ProperType]) -> bool:
    return all(map(has_dtype, leaves))
