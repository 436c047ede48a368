"""Dictionaries that have a type for each key: ``{"w": weights, "dtype": jnp.bfloat16}``."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression, IndexExpr, StrExpr
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import (
    AnyType,
    CallableType,
    Type,
    TypedDictType,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy.features import taken_lambdas
from promo_mypy.fullnames import BUILTIN_DICT
from promo_mypy.inference.containers import loosened
from promo_mypy.inference.dictionaries import holds_dictionary
from promo_mypy.inference.first_dictionaries import entries_of
from promo_mypy.inference.results import is_iterator, plain
from promo_mypy.session import Session
from promo_mypy.types.expressions import alone
from promo_mypy.types.pytrees import has_dtype, is_container, leaves

ITEM: Final = f"{BUILTIN_DICT}.__getitem__"
_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def item(session: Session, ctx: MethodContext) -> Type:
    """Answer ``config["dtype"]`` with the type of the value under this key."""
    default, found = ctx.default_return_type, None
    match ctx.context:
        case IndexExpr(base=base, index=StrExpr(value=key)):
            dictionary = typed(session, base, ctx.api)
            found = dictionary.items.get(key) if dictionary is not None else None
    if found is None or isinstance(get_proper_type(found), AnyType):
        return taken_lambdas.named(_function(session, default, ctx))
    if isinstance(get_proper_type(found), CallableType):
        return _function(session, found, ctx)
    if is_container(get_proper_type(found)) and is_container(get_proper_type(default)):
        found = loosened(found, default)  # Arrays of another dtype may have been put into it.
    return _usable(session, found, ctx.api)


def _function(session: Session, item: Type, ctx: MethodContext) -> Type:
    """Return the type of an item, marked with the functions that it may be; others as they are."""
    proper = get_proper_type(item)
    if not isinstance(proper, CallableType) or proper.is_type_obj():
        return item
    if not isinstance(ctx.context, IndexExpr) or not isinstance(ctx.api, TypeChecker):
        return item
    chosen = session.inference.functions_in_dictionaries.chosen(ctx.context, ctx.api)
    if chosen is None:
        return item
    # mypy gives all values the result of a lambda among them.
    return chosen.copy_modified(ret_type=_UNKNOWN if proper.implicit else proper.ret_type)


def typed(
    session: Session, expression: Expression, api: CheckerPluginInterface
) -> TypedDictType | None:
    """Return the type of a dictionary with known keys; None for any other expression."""
    if not isinstance(api, TypeChecker):
        return None
    return session.inference.program.dictionaries.typed(expression, api)


def made(session: Session, ctx: FunctionContext) -> Type:
    """Answer the call that stands in the place of a dictionary, if arrays are in it."""
    if not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    name, dictionary = entries_of([each for [each] in ctx.args])
    dictionary.set_line(ctx.context)
    found = session.inference.program.dictionaries.of_variable(name, dictionary, ctx.api)
    has_arrays = found is not None and any(map(has_dtype, leaves(found)))
    return found if found is not None and has_arrays else alone(dictionary, ctx.api)


def told(session: Session, result: Type, context: Context, api: CheckerPluginInterface) -> Type:
    """Record the result of a call, and return it as a type that mypy accepts everywhere."""
    if isinstance(context, CallExpr) and isinstance(api, TypeChecker):
        result = session.inference.program.dictionaries.returned(context, result, api)
    return _usable(session, result, api)


def are_handed_out(result: Type) -> bool:
    """Whether a generator yields dictionaries with a type for each key."""
    proper = get_proper_type(result)
    return is_iterator(proper) and holds_dictionary(proper)


def handed_out(
    session: Session, items: Type, method: str, iterated: Context, api: CheckerPluginInterface
) -> Type:
    """Return the type of the iterator over an object, without the keys that may be changed.

    Args:
        session: the session.
        items: the type of the iterator.
        method: the name of the method that returns it.
        iterated: the object.
        api: the checker at the loop.
    """
    known = session.inference.program.dictionaries
    if isinstance(api, TypeChecker) and isinstance(iterated, Expression):
        for name in (method, *known.changes(api).names(iterated)):
            items = known.unchanged(name, items, api)
    return _usable(session, items, api)


def _usable(session: Session, result: Type, api: CheckerPluginInterface) -> Type:
    is_reported = isinstance(api, TypeChecker) and not session.inference.is_inside
    return plain(result, api) if is_reported and isinstance(api, TypeChecker) else result
