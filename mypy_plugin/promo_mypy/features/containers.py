"""Arrays that are added to a list or dictionary whose type mypy has inferred.

``losses = []`` becomes a list of what is put in first, and mypy then refuses arrays of another
dtype. Python and JAX do not: from there on, the dtype of the items is unknown. What an annotation
says of a container counts as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    FuncItem,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Var,
)
from mypy.plugin import MethodSigContext
from mypy.subtypes import is_same_type
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    ProperType,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from promo_mypy.fullnames import BUILTIN_DICT, BUILTIN_LIST
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.expressions import alone
from promo_mypy.types.made import is_made, of_class
from promo_mypy.types.pytrees import is_container, leaves, unknown_array, with_pairs

INSERTIONS: Final = frozenset(
    {
        *(f"{BUILTIN_LIST}.{name}" for name in ("append", "extend", "insert")),
        *(f"{BUILTIN_LIST}.{name}" for name in ("__setitem__", "__iadd__")),
        *(f"{BUILTIN_DICT}.{name}" for name in ("__setitem__", "update", "setdefault", "__ior__")),
    }
)
"""The methods that add items to a container."""


def signature(session: Session, ctx: MethodSigContext) -> CallableType:
    """Let a container of inferred type accept arrays of any dtype, which makes its own unknown."""
    default, container = ctx.default_signature, get_proper_type(ctx.type)
    if not isinstance(ctx.api, TypeChecker) or not is_container(container):
        return default
    item = container.args[-1]
    if not any(_tells_dtypes(leaf) for leaf in leaves(item)):
        return default
    place = _place(ctx.context)
    root, depth = _root(place)
    variable = _variable(root, ctx.api)
    if variable is None or _is_annotated(variable, ctx.api):
        return default
    loose = item
    for given in _given(item, ctx):
        loose = with_pairs(loose, given, partial(_loosened, session))
    if is_same_type(loose, item):
        return default
    _retype(root, variable, depth, loose, ctx.api)
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


def _root(place: Expression | None) -> tuple[Expression | None, int]:
    """The variable that holds a container, and the depth of the container in it."""
    depth = 0
    while isinstance(place, IndexExpr):
        place, depth = place.base, depth + 1
    return place, depth


def _variable(root: Expression | None, checker: TypeChecker) -> Var | None:
    if isinstance(root, NameExpr):
        return root.node if isinstance(root.node, Var) else None
    if not isinstance(root, MemberExpr):
        return None
    known = checker.lookup_type_or_none(root.expr)
    owner = None if known is None else get_proper_type(known)
    symbol = owner.type.get(root.name) if isinstance(owner, Instance) else None
    return symbol.node if symbol is not None and isinstance(symbol.node, Var) else None


def _is_annotated(variable: Var, checker: TypeChecker) -> bool:
    """Whether a variable has an annotation."""
    function = checker.scope.current_function()
    if isinstance(function, FuncItem):
        for argument in function.arguments:
            if argument.variable is variable:
                return argument.type_annotation is not None
    return not variable.is_inferred


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


def _loosened(session: Session, one: ProperType, other: ProperType) -> Type:
    """The common type of two items with different or unknown dtypes."""
    if is_same_type(one, other):
        return one
    if isinstance(one, UnionType):
        items = [_loosened(session, get_proper_type(each), other) for each in one.items]
        return make_simplified_union(items)
    if is_made(one):
        return of_class(one)
    if array_instance(one) is None:
        return one
    return unknown_array(session.converter) if _may_be_array(other) else one


def _tells_dtypes(leaf: Type) -> bool:
    """Whether an item is an array, an object with arrays, or may be one."""
    return any(array_instance(each) or is_made(each) for each in _alternatives(leaf))


def _may_be_array(typ: ProperType) -> bool:
    """Whether a value of a type may be an array."""
    return any(array_instance(each) or isinstance(each, AnyType) for each in _alternatives(typ))


def _alternatives(typ: Type) -> Sequence[ProperType]:
    """The members of a union; another type alone."""
    proper = get_proper_type(typ)
    items = proper.items if isinstance(proper, UnionType) else [proper]
    return [get_proper_type(each) for each in items]


def _with_item(formal: Type, item: Type, loose: Type) -> Type:
    """A parameter's type with another type of items."""
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


def _retype(
    root: Expression | None, variable: Var, depth: int, loose: Type, checker: TypeChecker
) -> None:
    """Change the type of a variable from here on."""
    assert isinstance(root, NameExpr | MemberExpr)
    if variable.type is not None:
        variable.type = _with_item_below(variable.type, depth, loose)
    known = checker.binder.get(root)
    if known is not None:
        checker.binder.put(root, _with_item_below(known, depth, loose))


def _with_item_below(typ: Type, depth: int, loose: Type) -> Type:
    proper = get_proper_type(typ)
    if not is_container(proper):
        return typ
    *others, last = proper.args
    inner = _with_item_below(last, depth - 1, loose) if depth else loose
    return proper.copy_modified(args=[*others, inner])
