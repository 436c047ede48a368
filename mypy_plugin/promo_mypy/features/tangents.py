"""Tangents and cotangents of ``jax.jvp``, ``jax.vjp`` and ``jax.linearize``, which do not promote.

A tangent must have the dtype of its primal, a cotangent that of the function's result. To remember
these dtypes, the functions that ``vjp`` and ``linearize`` return get one more parameter in their
type, which no call uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED_OPT, ARG_POS, ARG_STAR, ARG_STAR2, ArgKind, CallExpr
from mypy.plugin import FunctionContext, FunctionSigContext
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    UnpackType,
    get_proper_type,
)

from promo_mypy import errors
from promo_mypy.features import open_functions
from promo_mypy.features.control_flow import carry
from promo_mypy.features.gradients import output_of
from promo_mypy.fullnames import BUILTIN_TUPLE, JVP, LIKE, PULLED_BACK, PUSHED_FORWARD
from promo_mypy.session import Session
from promo_mypy.types.expressions import known_type
from promo_mypy.types.lambdas import returned
from promo_mypy.types.pytrees import Change, is_plain_tuple, pairs, traced
from promo_typing.core.dtypes import DISCRETE_KINDS, INEXACT_KINDS, NODES

_ANY: Final = AnyType(TypeOfAny.special_form)


def signature(session: Session, fullname: str, ctx: FunctionSigContext) -> FunctionLike:
    """Let a function without annotations have the result that is inferred for the primals."""
    call = ctx.context
    if isinstance(call, CallExpr) and call.args and not call.arg_kinds[0].is_star():
        function, primals = call.args[0], _primals(fullname, call, ctx)
        if primals is not None and open_functions.is_open(session, function, ctx):
            inputs = [traced(session.converter, typ) for typ in primals]
            open_functions.tell(session, function, inputs, ctx)
    return ctx.default_signature


def _primals(fullname: str, call: CallExpr, ctx: FunctionSigContext) -> Sequence[Type] | None:
    """The types of the primals; for ``jax.jvp`` the items of one tuple; None if unknown."""
    named = zip(call.args[1:], call.arg_kinds[1:], strict=True)
    given = [(ctx.api.get_expression_type(each), kind) for each, kind in named if _is_primal(kind)]
    types = _positional(given)
    if fullname != JVP or types is None:
        return types
    whole = get_proper_type(types[0]) if types else None
    return whole.items if isinstance(whole, TupleType) else None


def _is_primal(kind: ArgKind) -> bool:
    return kind in (ARG_POS, ARG_STAR, ARG_STAR2)


def _positional(given: Iterable[tuple[Type, ArgKind]]) -> list[Type] | None:
    """The types of positional arguments; None if their number is unknown."""
    types: list[Type] = []
    for typ, kind in given:
        proper = get_proper_type(typ)
        if not kind.is_star():
            types.append(typ)
        elif kind == ARG_STAR and _has_known_length(proper):
            types += proper.items
        else:
            return None
    return types


def _has_known_length(typ: ProperType) -> TypeGuard[TupleType]:
    return is_plain_tuple(typ) and not any(isinstance(each, UnpackType) for each in typ.items)


def jvp(session: Session, ctx: FunctionContext) -> Type:
    """Compare the tangents of ``jax.jvp`` with its primals."""
    given = dict(zip(ctx.callee_arg_names, ctx.arg_types, strict=True))
    primals, tangents = given.get("primals", []), given.get("tangents", [])
    if len(primals) == len(tangents) == 1:
        for change in changes(session, primals[0], tangents[0]):
            errors.tangent_differs(ctx.api, ctx.context, change)
        for change in _of_integers(session, primals[0], tangents[0]):
            errors.tangent_of_integer(ctx.api, ctx.context, "jax.jvp", change)
    return ctx.default_return_type


def vjp(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``jax.vjp``: the returned function records the result, which cotangents must match."""
    columns = zip(ctx.arg_types[1:2], ctx.arg_kinds[1:2], strict=True)
    given = [pair for types, kinds in columns for pair in zip(types, kinds, strict=True)]
    primals = _positional(given)
    is_known = not any(
        kind.is_star() for kinds in (*ctx.arg_kinds[:1], *ctx.arg_kinds[2:]) for kind in kinds
    )
    if len(ctx.arg_types[0]) != 1 or primals is None or not is_known:
        return ctx.default_return_type
    result = _result(session, ctx, primals)
    return _remembering(ctx.default_return_type, PULLED_BACK, result)


def linearize(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``jax.linearize``: the returned function records the primals for the tangents."""
    given = dict(zip(ctx.callee_arg_names, ctx.arg_types, strict=True))
    primals = [traced(session.converter, typ) for typ in given.get("primals", [])]
    fallback = ctx.api.named_generic_type(BUILTIN_TUPLE, [_ANY])
    return _remembering(ctx.default_return_type, PUSHED_FORWARD, TupleType(primals, fallback))


def call(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Compare the arguments of a function from ``jax.vjp`` or ``jax.linearize`` with the record."""
    callee = ctx.context.callee if isinstance(ctx.context, CallExpr) else None
    typ = get_proper_type(known_type(callee, ctx.api)) if callee is not None else None
    given = [typ for column in ctx.arg_types for typ in column]
    if isinstance(typ, CallableType) and LIKE[fullname] in typ.arg_names and not _has_star(ctx):
        like = get_proper_type(typ.arg_types[typ.arg_names.index(LIKE[fullname])])
        several = fullname == PUSHED_FORWARD and isinstance(like, TupleType)
        wanted = like.items if several and isinstance(like, TupleType) else [like]
        for one, other in zip(wanted, given, strict=False):
            for change in changes(session, one, other):
                errors.cotangent_differs(ctx.api, ctx.context, fullname, change)
            # For an output of integers, ``vjp`` accepts any cotangent.
            for change in _of_integers(session, one, other) if several else ():
                errors.tangent_of_integer(ctx.api, ctx.context, "jax.linearize", change)
    return ctx.default_return_type


def _has_star(ctx: FunctionContext) -> bool:
    return any(kind.is_star() for kinds in ctx.arg_kinds for kind in kinds)


def changes(session: Session, one: Type, other: Type) -> Iterator[Change]:
    """Yield the leaves of a primal and a tangent whose dtypes are known and differ."""
    trees = (traced(session.converter, tree) for tree in (one, other))
    for change in carry.changes(session, *trees):
        if NODES[session.semantics.strong(change.before)].kind in INEXACT_KINDS:
            yield change


def _of_integers(session: Session, one: Type, other: Type) -> Iterator[Change]:
    """Yield integer leaves whose tangents have a JAX dtype instead of float0."""
    primals, tangents = (traced(session.converter, tree) for tree in (one, other))
    for steps, primal, tangent in pairs(primals, tangents):
        before, after = carry.dtype_of(session, primal), carry.dtype_of(session, tangent)
        if before and after and NODES[session.semantics.strong(before)].kind in DISCRETE_KINDS:
            yield Change(steps, before, after)


def _result(session: Session, ctx: FunctionContext, primals: list[Type]) -> Type:
    """The result type of the function for the primals, as far as it is known."""
    given = get_proper_type(ctx.arg_types[0][0])
    if isinstance(ctx.api, TypeChecker):
        inputs = [traced(session.converter, typ) for typ in primals]
        output = output_of(session, ctx.args[0][0], inputs, ctx.api)
        if output is not None:
            return traced(session.converter, output)
    return traced(session.converter, returned(given, inputs=None))


def _remembering(default: Type, name: str, like: Type) -> Type:
    """The result of a transform; the function in it gets the parameter that records ``like``."""
    result = get_proper_type(default)
    made = get_proper_type(result.items[1]) if isinstance(result, TupleType) else None
    if not isinstance(result, TupleType) or not isinstance(made, CallableType):
        return default
    changed = made.copy_modified(
        arg_types=[made.arg_types[0], like],
        arg_kinds=[made.arg_kinds[0], ARG_NAMED_OPT],
        arg_names=[made.arg_names[0], LIKE[name]],
        is_ellipsis_args=False,
        name=name,
    )
    return result.copy_modified(items=[result.items[0], changed, *result.items[2:]])
