"""``f.defvjp(forward, backward)``: the cotangents must have the dtypes of the arguments of ``f``.

JAX passes cotangents on as they are, so that the gradient of a bfloat16 parameter may be float32.
And it adds cotangents without promotion: if an argument is used twice, it raises an error
(``_temporary_dtype_exception`` of ``jax._src.custom_derivatives``).

If the function has no annotations, its rule is checked at each call, with the types of the call's
arguments.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.constant_fold import constant_fold_expr
from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    RefExpr,
    TupleExpr,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, CallableType, Type, TypeOfAny, get_proper_type

from promo_mypy import errors
from promo_mypy.features import calls, custom_tangents
from promo_mypy.features.control_flow.inputs import DEPTH_LIMIT
from promo_mypy.features.gradients import output_of
from promo_mypy.features.tangents import changes
from promo_mypy.fullnames import CUSTOM_VJP
from promo_mypy.inference.arguments import bound
from promo_mypy.session import Session
from promo_mypy.statements import statements
from promo_mypy.types.expressions import known_type
from promo_mypy.types.pytrees import is_plain_tuple, traced

_ANY: Final = AnyType(TypeOfAny.special_form)
_PLACES: Final = "nondiff_argnums"
_NAMES: Final = "nondiff_argnames"


_DEFINE: Final = "defvjp"


class _Rule(NamedTuple):
    """The forward and backward functions of a custom derivative."""

    forward: Expression | None
    backward: Expression | None


def define(session: Session, ctx: MethodContext) -> Type:
    """Compare the results of the backward function with the arguments of the function."""
    function = _function(ctx)
    given = dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    if function is None or not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    left_out = _not_differentiated(function, ctx.api)
    declared = get_proper_type(function.func.type)
    if left_out is None or not isinstance(declared, CallableType) or declared.is_var_arg:
        return ctx.default_return_type
    rule = _Rule(*(next(iter(given.get(name, [])), None) for name in ("fwd", "bwd")))
    _report(session, rule, declared.arg_types, left_out, ctx.api)
    return ctx.default_return_type


def function(session: Session, ctx: FunctionContext) -> Type:
    """Answer a call of a decorated function, and check its custom derivative for the arguments."""
    result = calls.function(session, ctx)
    called = ctx.context.callee if isinstance(ctx.context, CallExpr) else None
    decorated = called.node if isinstance(called, RefExpr) else None
    if isinstance(decorated, Decorator) and isinstance(ctx.api, TypeChecker):
        rule = _rule_of(decorated, ctx.api) if _has_rule(decorated) else None
        of_tangents = session.inference.jvp_rules.of(decorated, ctx.api.tree)
        with session.retraced.deeper() as depth:
            if rule is not None and depth <= DEPTH_LIMIT:
                _report_call(session, decorated, rule, ctx, ctx.api)
            if of_tangents is not None and depth <= DEPTH_LIMIT:
                _report_tangents(session, decorated, of_tangents, ctx, ctx.api)
    return result


def _report_tangents(
    session: Session,
    function: Decorator,
    rule: FuncDef,
    ctx: FunctionContext,
    checker: TypeChecker,
) -> None:
    given = list(calls.arguments(session, ctx, checker))
    types = bound(function.func.arg_kinds, function.func.arg_names, given, checker)
    if types is not None and None not in types:
        inputs = [_ANY if each is None else traced(session.converter, each) for each in types]
        custom_tangents.report(session, rule, inputs, checker)


def _report_call(
    session: Session, function: Decorator, rule: _Rule, ctx: FunctionContext, checker: TypeChecker
) -> None:
    given = calls.arguments(session, ctx, checker)
    types = bound(function.func.arg_kinds, function.func.arg_names, list(given), checker)
    left_out = _not_differentiated(function, checker)
    if types is None or None in types or left_out is None:
        return
    known = [_ANY if each is None else traced(session.converter, each) for each in types]
    _report(session, rule, known, left_out, checker)


def _report(
    session: Session,
    rule: _Rule,
    arguments: Sequence[Type],
    left_out: Collection[int],
    checker: TypeChecker,
) -> None:
    primals = [each for each in enumerate(arguments) if each[0] not in left_out]
    result, residuals = _pair(_output(session, rule.forward, arguments, checker))
    others = [arguments[place] for place in sorted(left_out)]
    cotangents = _items(_output(session, rule.backward, [*others, residuals, result], checker))
    if len(cotangents) == len(primals) and rule.backward is not None:
        for (place, primal), cotangent in zip(primals, cotangents, strict=True):
            for change in changes(session, primal, cotangent):
                errors.cotangent_of_rule(checker, rule.backward, place, change)


def _function(ctx: MethodContext) -> Decorator | None:
    """The definition of the function whose derivative is defined."""
    match ctx.context:
        case CallExpr(callee=MemberExpr(expr=RefExpr(node=Decorator() as found))):
            return found
    return None


def _not_differentiated(function: Decorator, checker: TypeChecker) -> frozenset[int] | None:
    """The positions of arguments without cotangents; None if they are unknown."""
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
    """The literal numbers or names of an argument, a single one or a tuple."""
    if written is None:
        return ()
    items = written.items if isinstance(written, TupleExpr) else [written]
    values = [constant_fold_expr(item, checker.tree.fullname) for item in items]
    return None if None in values else values


def _output(
    session: Session, function: Expression | None, inputs: Sequence[Type], checker: TypeChecker
) -> Type:
    """The type that a function of the rule returns for the inputs that JAX passes."""
    if function is None:
        return _ANY
    known = output_of(session, function, inputs, checker)
    declared = get_proper_type(known_type(function, checker))
    return known or (declared.ret_type if isinstance(declared, CallableType) else _ANY)


def _items(returned: Type) -> Sequence[Type]:
    """The items of a tuple of known length; none for any other type."""
    proper = get_proper_type(returned)
    return proper.items if is_plain_tuple(proper) else []


def _pair(returned: Type) -> Sequence[Type]:
    """The result and the residuals that a forward function returns."""
    items = _items(returned)
    return items if len(items) == 2 else (_ANY, _ANY)


def _has_rule(function: Decorator) -> bool:
    """Whether ``custom_vjp`` is among the decorators, by itself or in a ``partial``."""
    written = [
        part
        for each in function.original_decorators
        for part in ([each.callee, *each.args] if isinstance(each, CallExpr) else [each])
    ]
    return any(isinstance(part, RefExpr) and part.fullname == CUSTOM_VJP for part in written)


def _rule_of(function: Decorator, checker: TypeChecker) -> _Rule | None:
    """The rule that the module defines for a function; None unless there is exactly one."""
    found = []
    for at in statements(checker.tree.defs):
        match at.statement:
            case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=RefExpr(node=node))) as call):
                if node is function and isinstance(call.callee, MemberExpr):
                    found += [call] if call.callee.name == _DEFINE else []
    return _Rule(*_functions(found[0])) if len(found) == 1 else None


def _functions(call: CallExpr) -> Sequence[Expression | None]:
    """The forward and the backward function in ``f.defvjp(forward, backward)``."""
    written = zip(call.arg_names, call.args, strict=True)
    names = [name or ("fwd", "bwd")[place] for place, (name, _) in enumerate(written) if place < 2]
    given = dict(zip(names, call.args, strict=False))
    return given.get("fwd"), given.get("bwd")
