"""Arrays that are added to a list or dictionary whose type mypy has inferred.

To mypy, ``losses = []`` is a list of the first item's type, and it refuses arrays of another dtype.
Python and JAX do not. So such an array is accepted here, and the dtype of the items is unknown from
there on. A container with an annotation keeps its type, unless a body is checked in which the
annotation says no dtype.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    OperatorAssignmentStmt,
)
from mypy.plugin import MethodSigContext
from mypy.subtypes import is_same_type
from mypy.types import (
    CallableType,
    Instance,
    ProperType,
    TupleType,
    Type,
    get_proper_type,
)

from promo_mypy.fullnames import BUILTIN_DICT, BUILTIN_LIST
from promo_mypy.inference.containers import alternatives, is_inferred, loosened
from promo_mypy.inference.same_containers import reached_by
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.expressions import alone
from promo_mypy.types.made import is_made
from promo_mypy.types.pytrees import is_container, leaves

INSERTIONS: Final = frozenset(
    {
        *(f"{BUILTIN_LIST}.{name}" for name in ("append", "extend", "insert")),
        *(f"{BUILTIN_LIST}.{name}" for name in ("__setitem__", "__iadd__")),
        *(f"{BUILTIN_DICT}.{name}" for name in ("__setitem__", "update", "setdefault", "__ior__")),
    }
)
"""The methods that add items to a container."""


def signature(session: Session, ctx: MethodSigContext) -> CallableType:
    """Let a container of inferred type accept arrays of another dtype, and make its own unknown."""
    default, container = ctx.default_signature, get_proper_type(ctx.type)
    if not isinstance(ctx.api, TypeChecker) or not is_container(container):
        return default
    item = container.args[-1]
    if not any(_tells_dtypes(leaf) for leaf in leaves(item)):
        return default
    place = reached_by(_place(ctx.context))
    if place is None or not is_inferred(place.root, ctx.api):
        return default
    loose = item
    for given in _given(item, ctx):
        loose = loosened(loose, given)
    if is_same_type(loose, item):
        return default
    session.inference.containers.loosen(place, loose, ctx.api)
    arguments = [_with_item(formal, item, loose) for formal in default.arg_types]
    return default.copy_modified(arg_types=arguments)


def _place(context: object) -> Expression | None:
    """The expression of the container that an item is added to."""
    match context:
        case IndexExpr(base=place) | CallExpr(callee=MemberExpr(expr=place)):
            return place
        case OperatorAssignmentStmt(lvalue=place):
            return place
    return None


def _given(item: Type, ctx: MethodSigContext) -> Iterator[Type]:
    """The types of the added items, for each parameter."""
    for formal, arguments in zip(ctx.default_signature.arg_types, ctx.args, strict=False):
        for argument in arguments:
            if is_same_type(formal, item):
                yield alone(argument, ctx.api)
            elif _holds(formal, item):
                yield from _items(get_proper_type(alone(argument, ctx.api)))


def _holds(formal: Type, item: Type) -> bool:
    """Whether a parameter takes an iterable of items, a mapping to them, or pairs with them."""
    proper = get_proper_type(formal)
    if isinstance(proper, TupleType):
        return any(is_same_type(each, item) for each in proper.items[-1:])
    if not isinstance(proper, Instance):
        return False
    return any(is_same_type(each, item) or _holds(each, item) for each in proper.args[-1:])


def _items(given: ProperType) -> Iterator[Type]:
    if isinstance(given, TupleType):
        yield from given.items
    elif isinstance(given, Instance) and given.args:
        yield given.args[-1]


def _tells_dtypes(leaf: Type) -> bool:
    """Whether an item is, or may be, an array or an object with known fields."""
    return any(array_instance(each) or is_made(each) for each in alternatives(leaf))


def _with_item(formal: Type, item: Type, loose: Type) -> Type:
    """The type of a parameter, with another type of items in it."""
    proper = get_proper_type(formal)
    if is_same_type(proper, item):
        return loose
    if isinstance(proper, TupleType):
        items = [_with_item(each, item, loose) for each in proper.items]
        return proper.copy_modified(items=items)
    if isinstance(proper, Instance) and proper.args:
        *others, last = proper.args
        return proper.copy_modified(args=[*others, _with_item(last, item, loose)])
    return formal
