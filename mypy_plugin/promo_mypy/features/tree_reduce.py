"""``jax.tree.reduce``, which calls the function with its previous result and the next leaf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import AnyType, NoneType, ProperType, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy.features import dictionaries
from promo_mypy.features.gradients import output_of
from promo_mypy.inference.results import filled
from promo_mypy.session import Session
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.convert import array_instance
from promo_mypy.types.python_numbers import are_scalars
from promo_mypy.types.pytrees import has_dtype, is_plain_dictionary

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_MOST_LEAVES: Final = 16


def reduced(session: Session, ctx: FunctionContext) -> Type:
    """Answer for a tree with a known number of leaves, all of them arrays."""
    given = dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    functions, trees = ctx.args[0], given.get("tree", [])
    if len(functions) != 1 or len(trees) != 1 or not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    if given.get("is_leaf") or given.get("identity"):
        return ctx.default_return_type
    found = _leaves(session, trees[0], ctx)
    first = _types(ctx, "initializer")
    steps = [*first, *found] if found else []
    result = _folded(session, functions[0], steps, ctx.api)
    # By its annotation the function returns what the first value is: a number, if that is 0.
    is_number = are_scalars(ctx.default_return_type) and session.inference.is_inside
    return result if is_number else filled(ctx.default_return_type, result)


def _leaves(session: Session, tree: Expression, ctx: FunctionContext) -> Sequence[Type]:
    """The types of the leaves in JAX's order; empty if they are not known one by one."""
    typ = dictionaries.typed(session, tree, ctx.api) or _types(ctx, "tree")[0]
    found = list(_in_order(typ))
    is_known = len(found) <= _MOST_LEAVES and all(map(array_instance, found))
    is_any_order = "operation" in ctx.callee_arg_names
    alike = all(is_same_type(each, found[0]) for each in found)
    return found if is_known and (alike or not is_any_order) else []


def _in_order(tree: Type) -> Iterator[ProperType]:
    """The leaves in JAX's order, which sorts keys; a container of unknown length is a leaf."""
    proper = unfolded(tree)
    if isinstance(proper, TupleType):
        for item in proper.items:
            yield from _in_order(item)
    elif is_plain_dictionary(proper):
        for key in sorted(proper.items):
            yield from _in_order(proper.items[key])
    elif not isinstance(proper, NoneType):
        yield proper


def _types(ctx: FunctionContext, name: str) -> Sequence[Type]:
    return dict(zip(ctx.callee_arg_names, ctx.arg_types, strict=True)).get(name, [])


def _folded(
    session: Session, function: Expression, steps: Sequence[Type], checker: TypeChecker
) -> Type:
    """The type of the final result; Any if the dtype of any step is unknown."""
    if not steps:
        return _UNKNOWN
    result, *rest = steps
    for leaf in rest:
        after = output_of(session, function, [result, leaf], checker)
        if after is None or not has_dtype(get_proper_type(after)):
            return _UNKNOWN
        result = after
    return result
