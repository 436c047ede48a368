"""``network.apply(params, key, x)`` and ``network.init(key, x)`` of haiku, which call a function.

The function is the one that ``haiku.transform`` was given, where ``network`` was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    RefExpr,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy.features import calls
from promo_mypy.fullnames import (
    BUILTIN_TUPLE,
    HAIKU_TRANSFORM,
    HAIKU_TRANSFORM_WITH_STATE,
    HAIKU_TRANSFORMED,
    HAIKU_TRANSFORMED_WITH_STATE,
    HAIKU_WITHOUT_APPLY_RNG,
)
from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.program_classes import is_object
from promo_mypy.inference.results import filled
from promo_mypy.inference.signatures import declared_type
from promo_mypy.session import Session

_ANY: Final = AnyType(TypeOfAny.special_form)


class _Transformed(NamedTuple):
    """A function that haiku has transformed.

    Attributes:
        function: the function, or an expression of it.
        has_state: whether ``apply`` takes a state after the parameters, and returns one.
        takes_key: whether ``apply`` takes a key before the arguments of the function.
    """

    function: Expression | FuncDef
    has_state: bool
    takes_key: bool = True

    @property
    def own_arguments(self) -> int:
        """How many arguments of ``apply`` come before those of the function."""
        return 1 + self.has_state + self.takes_key


_STATES: Final = {HAIKU_TRANSFORM: False, HAIKU_TRANSFORM_WITH_STATE: True}
"""Whether a transform is one of functions with state."""


def apply(session: Session, ctx: MethodContext) -> Type:
    """Answer ``apply``: the result of the function, in a pair with the state if it has one."""
    transformed = _transformed(session, ctx)
    if transformed is None or not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    found = _result(session, ctx, transformed.function, transformed.own_arguments)
    is_kept = partial(is_object, modules=ctx.api.modules) if session.inference.is_inside else None
    known = _ANY if found is None else filled(_ANY, found, is_kept)
    if isinstance(get_proper_type(known), AnyType):
        return ctx.default_return_type
    if not transformed.has_state:
        return known
    return TupleType([known, _ANY], ctx.api.named_generic_type(BUILTIN_TUPLE, [_ANY]))


def init(session: Session, ctx: MethodContext) -> Type:
    """Answer ``init``: the function is inferred for its findings; only parameters are returned."""
    transformed = _transformed(session, ctx)
    if transformed is not None:
        _result(session, ctx, transformed.function, 1)
    return ctx.default_return_type


def without_key(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``without_apply_rng``, which keeps the class; mypy cannot read haiku's annotation."""
    return ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else ctx.default_return_type


METHODS: Final = {
    f"{owner}.{name}": callback
    for owner in (HAIKU_TRANSFORMED, HAIKU_TRANSFORMED_WITH_STATE)
    for name, callback in (("apply", apply), ("init", init))
}
FUNCTIONS: Final = {HAIKU_WITHOUT_APPLY_RNG: without_key}


def _result(
    session: Session, ctx: MethodContext, function: Expression | FuncDef, own: int
) -> Type | None:
    """The result of a function for the arguments after haiku's own ones; None if unknown."""
    if not isinstance(ctx.api, TypeChecker):
        return None
    given = _handed_on([*calls.arguments(session, ctx, ctx.api)], own)
    typ = _type_of(session, function, ctx.api)
    if typ is None or given is None:
        return None
    return session.inference.returned(typ, given, ctx.api, ctx.context)


def _type_of(session: Session, function: Expression | FuncDef, checker: TypeChecker) -> Type | None:
    """The marked type of a function; None if it is generic."""
    if not isinstance(function, FuncDef):
        return session.inference.function_types.of_called(function, None, checker)
    declared = declared_type(function, checker)
    return declared and declared.copy_modified(definition=function)


def _handed_on(given: Sequence[Argument], own: int) -> Sequence[Argument] | None:
    """The arguments after haiku's own ones; None if these are not given by position."""
    is_plain = len(given) >= own and all(each.kind == ARG_POS for each in given[:own])
    return given[own:] if is_plain else None


def _transformed(session: Session, ctx: MethodContext) -> _Transformed | None:
    """The transformed function that a method is called on; None if it is not known."""
    match ctx.context:
        case CallExpr(callee=MemberExpr(expr=NameExpr(node=Decorator() as decorated))):
            return _decorated(decorated)
        case CallExpr(callee=MemberExpr(expr=NameExpr(node=Var() as variable))):
            if not isinstance(ctx.api, TypeChecker):
                return None
            value = session.inference.program.assigned.to_variable(variable, ctx.api.tree)
            return _made(value.expression) if value is not None and value.item is None else None
        case CallExpr(callee=MemberExpr(expr=owner)):
            return _made(owner)
    return None


def _made(value: Expression) -> _Transformed | None:
    """The transformed function that an expression makes."""
    match value:
        case CallExpr(callee=transform, args=[only]):
            return _by(transform, _made(only), only)
    return None


def _decorated(decorated: Decorator) -> _Transformed | None:
    """The transformed function that decorators make."""
    found: _Transformed | None = None
    for each in reversed(decorated.original_decorators):
        found = _by(each, found, decorated.func)
        if found is None:
            return None
    return found


def _by(
    transform: Expression, before: _Transformed | None, given: Expression | FuncDef
) -> _Transformed | None:
    """What a transform makes of a function, or of a transformed function; None if not known."""
    node = transform.node if isinstance(transform, RefExpr) else None
    name = "" if node is None else node.fullname
    if name in _STATES and before is None:
        return _Transformed(given, _STATES[name])
    if name == HAIKU_WITHOUT_APPLY_RNG and before is not None and before.takes_key:
        return before._replace(takes_key=False)
    return None
