"""``f.defvjp(forward, backward)``: cotangents of another dtype than the arguments of ``f``.

JAX hands them on as they are, so that the gradient of a bfloat16 parameter is float32, and adds
them to others without promotion: where an argument is used twice, it raises
(``_temporary_dtype_exception`` of ``jax._src.custom_derivatives``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from mypy.checker import TypeChecker
from mypy.constant_fold import constant_fold_expr
from mypy.nodes import CallExpr, Decorator, Expression, MemberExpr, RefExpr, TupleExpr
from mypy.plugin import MethodContext
from mypy.types import AnyType, CallableType, Type, TypeOfAny, get_proper_type

from promo_mypy import errors
from promo_mypy.features.gradients import output_of
from promo_mypy.features.tangents import changes
from promo_mypy.session import Session
from promo_mypy.types.pytrees import is_plain_tuple

_ANY: Final = AnyType(TypeOfAny.special_form)
_PLACES: Final = "nondiff_argnums"
_NAMES: Final = "nondiff_argnames"


_Given: TypeAlias = Mapping[str | None, tuple[Sequence[Expression], Sequence[Type]]]


def define(session: Session, ctx: MethodContext) -> Type:
    """Compare what the backward function returns with what the function takes."""
    function = _function(ctx)
    given = dict(zip(ctx.callee_arg_names, zip(ctx.args, ctx.arg_types, strict=True), strict=True))
    if function is None or not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    left_out = _not_differentiated(function, ctx.api)
    declared = get_proper_type(function.func.type)
    if left_out is None or not isinstance(declared, CallableType) or declared.is_var_arg:
        return ctx.default_return_type
    primals = [each for each in enumerate(declared.arg_types) if each[0] not in left_out]
    residuals = _second(_output(session, given, "fwd", declared.arg_types, ctx.api))
    inputs = [*[_ANY] * len(left_out), residuals, declared.ret_type]
    cotangents = _items(_output(session, given, "bwd", inputs, ctx.api))
    if len(cotangents) == len(primals):
        for (place, primal), cotangent in zip(primals, cotangents, strict=True):
            for change in changes(session, primal, cotangent):
                errors.cotangent_of_rule(ctx.api, given["bwd"][0][0], place, change)
    return ctx.default_return_type


def _function(ctx: MethodContext) -> Decorator | None:
    """The definition of the function whose derivative is defined."""
    match ctx.context:
        case CallExpr(callee=MemberExpr(expr=RefExpr(node=Decorator() as found))):
            return found
    return None


def _not_differentiated(function: Decorator, checker: TypeChecker) -> frozenset[int] | None:
    """The places of the arguments that have no cotangents; None if they are not known."""
    found: set[int] = set()
    for each in function.original_decorators:
        if isinstance(each, CallExpr):
            given = dict(zip(each.arg_names, each.args, strict=True))
            places = _constants(given.get(_PLACES), checker)
            names = _constants(given.get(_NAMES), checker)
            if places is None or names is None:
                return None
            found.update(place for place in places if isinstance(place, int))
            arguments = enumerate(function.func.arg_names)
            found.update(place for place, name in arguments if name in names)
    return frozenset(found)


def _constants(written: Expression | None, checker: TypeChecker) -> Sequence[object] | None:
    """The numbers or names that are written, one alone or several in a tuple."""
    if written is None:
        return ()
    items = written.items if isinstance(written, TupleExpr) else [written]
    values = [constant_fold_expr(item, checker.tree.fullname) for item in items]
    return None if None in values else values


def _output(
    session: Session, given: _Given, name: str, inputs: Sequence[Type], checker: TypeChecker
) -> Type:
    """What a rule returns when JAX calls it with these inputs."""
    expressions, types = given.get(name, ((), ()))
    if len(expressions) != 1:
        return _ANY
    declared = get_proper_type(types[0])
    known = output_of(session, expressions[0], inputs, checker)
    return known or (declared.ret_type if isinstance(declared, CallableType) else _ANY)


def _items(returned: Type) -> Sequence[Type]:
    """The items of a tuple of known length."""
    proper = get_proper_type(returned)
    return proper.items if is_plain_tuple(proper) else []


def _second(returned: Type) -> Type:
    """The residuals, which a forward function returns beside its result."""
    items = _items(returned)
    return items[1] if len(items) == 2 else _ANY
