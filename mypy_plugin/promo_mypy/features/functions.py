"""Calls of functions and methods with rules: ``jnp.exp(x)``, ``jnp.zeros(3, "int8")``, ``x.sum()``.

The stub's signature says which arguments a function takes; the rule says the dtype of the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import NamedTuple

from mypy.nodes import CallExpr, MemberExpr
from mypy.plugin import (
    AttributeContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
)
from mypy.types import CallableType, Type

from promo_mypy.errors import function_name
from promo_mypy.features import dtype_argument
from promo_mypy.features.answers import answer, has_shape, result_type
from promo_mypy.features.mistakes import indices, numbers, parameters, parts, seeds, sizes, updates
from promo_mypy.features.ruled_call import Call
from promo_mypy.fullnames import NESTED_FUNCTIONS, POSITIONAL_PARAMETERS, SUBSCRIPT
from promo_mypy.session import Session
from promo_mypy.types.arguments import Arguments
from promo_mypy.types.expressions import Value
from promo_mypy.types.literals import written_numbers
from promo_mypy.types.symbols import Operand, node_symbol
from promo_typing.core.dtypes import PYTHON_SCALARS
from promo_typing.rules import (
    FUNCTIONS,
    METHODS,
    Rule,
    is_unconditional,
    of_version,
    select,
    without_arguments,
)
from promo_typing.rules import parameters as parameters_of
from promo_typing.rules.model import TreeOf, Truncation, joined_and_strong


def function(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Answer a call of a function of JAX by its name."""
    arguments = Arguments(ctx, session.converter, parameter_names(fullname))
    chosen = _chosen(session, fullname, FUNCTIONS[fullname], arguments)
    if chosen is None:
        return ctx.default_return_type
    rule = chosen.rule
    if isinstance(rule.usual.result, TreeOf) and arguments.has_scalar(rule.operands):
        return ctx.default_return_type
    operands = arguments.operands(rule.operands)
    if fullname in indices.INDICES:
        indices.report(session, fullname, arguments, ctx)
    if fullname in seeds.SEEDS:
        seeds.report(session, fullname, arguments, ctx)
    if fullname in parameters.PARAMETERS:
        parameters.report(session, fullname, arguments, ctx)
    if fullname in NESTED_FUNCTIONS and rule.dtype is not None:
        leaves = arguments.leaves(rule.operands[0].name)
        if leaves is not None:
            # The array of an empty list is one of floats. The array of a list is never weak.
            operands = leaves or [(node_symbol("float"),)]
            nested = chosen._replace(rule=joined_and_strong(rule))
            return _call(session, nested, arguments, operands, ctx)
    return _call(session, chosen, arguments, operands, ctx)


def function_signature(session: Session, fullname: str, ctx: FunctionSigContext) -> CallableType:
    """Let mypy accept any arguments of a function, since the rule decides."""
    return session.signatures.general(FUNCTIONS[fullname], parameter_names(fullname), ctx)


def is_general(session: Session, fullname: str, declared: CallableType) -> bool:
    """Whether :func:`function_signature` would not change a signature of the stubs."""
    rule = FUNCTIONS[fullname]
    has_dtype = rule.dtype is not None  # The argument may be any object that has a dtype.
    return not has_dtype and session.signatures.are_general(
        declared, rule, parameter_names(fullname)
    )


def method_signature(session: Session, name: str, ctx: MethodSigContext) -> CallableType:
    """Let mypy accept any arguments of a method, since the rule decides."""
    return session.signatures.general(METHODS[name], _names_of_method(name), ctx)


def method(session: Session, name: str, ctx: MethodContext) -> Type:
    """Answer a call of an array's method; the array is the first operand of the rule."""
    arguments = Arguments(ctx, session.converter, _names_of_method(name))
    chosen = _chosen(session, name, METHODS[name], arguments)
    if chosen is None:
        return ctx.default_return_type
    others = arguments.operands(chosen.rule.operands[1:])
    operands = None if others is None else [session.converter.operand(ctx.type), *others]
    if name == SUBSCRIPT:
        indices.subscript(session, ctx)
    if name in updates.UPDATES and operands is not None:
        updates.report(session, name, operands, ctx)
    return _call(session, chosen, arguments, operands, ctx)


def callable_object(session: Session, fullname: str, ctx: MethodContext) -> Type:
    """Answer a call of an object with ``__call__``, such as JAX's ufuncs."""
    arguments = Arguments(ctx, session.converter, parameter_names(fullname))
    chosen = _chosen(session, fullname, FUNCTIONS[fullname], arguments)
    if chosen is None:
        return ctx.default_return_type
    return _call(session, chosen, arguments, arguments.operands(chosen.rule.operands), ctx)


class Chosen(NamedTuple):
    """The rule that applies to the arguments of a call.

    Attributes:
        function: the name of the function or method, which is the key of its rule.
        rule: the rule, without cases that depend on arguments.
        conditional: whether another rule holds for other arguments.
    """

    function: str
    rule: Rule
    conditional: bool


def _chosen(session: Session, function: str, rule: Rule, arguments: Arguments) -> Chosen | None:
    """The rule that applies to these arguments; None if it is not known which one."""
    usual = _only_choice(function)
    if usual is not None:
        return usual
    looked_at = parameters_of(rule)
    if looked_at:
        selected = select(rule, arguments.values(looked_at))
        if selected is None:
            return None
        rule = selected
    if session.semantics.jax is not None and not is_unconditional(rule):
        rule = of_version(rule, session.semantics.jax)
    return Chosen(function, rule, bool(looked_at))


@cache
def _only_choice(function: str) -> Chosen | None:
    """The rule of a function or method if it holds for all arguments; else None."""
    rule = FUNCTIONS[function] if function in FUNCTIONS else METHODS[function]
    return Chosen(function, rule, conditional=False) if is_unconditional(rule) else None


@cache
def parameter_names(fullname: str) -> Sequence[str]:
    """Return the parameters of a function by position; without a record, those of its rule."""
    return POSITIONAL_PARAMETERS.get(fullname) or _parameters(FUNCTIONS[fullname])


@cache
def _names_of_method(name: str) -> Sequence[str]:
    """The parameters of a method, without the array itself."""
    return _parameters(METHODS[name])[1:]


def _parameters(rule: Rule) -> list[str]:
    return [parameter.name for parameter in (*rule.operands, rule.dtype) if parameter is not None]


def attribute(session: Session, name: str, ctx: AttributeContext) -> Type:
    """Answer a property of an array, such as ``x.real``."""
    rule = without_arguments(METHODS[name])
    operands = [session.converter.operand(ctx.type)]
    if ctx.is_lvalue or not has_shape(ctx.default_attr_type, rule.usual.result):
        return ctx.default_attr_type
    call = Call(name, rule, operands, partial(_written_attribute, name))
    combined = answer(session, call, ctx.api, ctx.context)
    return result_type(session, rule, combined, ctx.api, ctx.default_attr_type)


def _call(
    session: Session,
    chosen: Chosen,
    arguments: Arguments,
    operands: list[Operand | None] | None,
    ctx: FunctionContext | MethodContext,
) -> Type:
    default, (function, rule, conditional) = ctx.default_return_type, chosen
    sizes.report(session, function, arguments, ctx.api)
    if function in numbers.INTEGERS:
        numbers.report_passed(session, function, arguments, ctx.api, ctx.context)
    if operands is None or not has_shape(default, rule.usual.result, conditional=conditional):
        return default
    if not operands and rule.operands:
        return default
    asked: Operand | None = ()
    for argument in arguments.passed(rule.dtype.name) if rule.dtype else []:
        asked = dtype_argument.requested(session, argument.type, argument.expression, ctx.api)
        if rule.dtype and rule.dtype.truncation is Truncation.CHECKED:
            dtype_argument.report_x64(session, asked or (), ctx.api, argument.expression)
        if asked is None:
            dtype_argument.report_none(session, function, argument, ctx.api)
    if function in parts.CASTS:
        parts.report(session, function, operands, asked, ctx.api, ctx.context)
    if function in NESTED_FUNCTIONS and (asked is None or len(asked) <= 1):
        _report_made(session, function, arguments, asked, ctx)
    written = partial(_values, arguments, rule, function, ctx)
    call = Call(function, rule, operands, partial(_written_call, function), asked, written)
    combined = answer(session, call, ctx.api, ctx.context)
    return result_type(session, rule, combined, ctx.api, default)


def _report_made(
    session: Session,
    function: str,
    arguments: Arguments,
    asked: Operand | None,
    ctx: FunctionContext | MethodContext,
) -> None:
    """Report numbers that are out of range for the dtype of the array made from them."""
    if asked is None or any(not symbol.is_node for symbol in asked):
        return
    values = [
        value
        for argument in arguments.passed(FUNCTIONS[function].operands[0].name)
        for value in written_numbers(argument, ctx.api, session.bindings)
    ]
    dtype = PYTHON_SCALARS.get(asked[0].node, asked[0].node) if asked else None
    numbers.report_made(session, numbers.Made(function, dtype, values), ctx.api, ctx.context)


def _values(
    arguments: Arguments, rule: Rule, function: str, ctx: FunctionContext | MethodContext
) -> list[Value]:
    """The expressions and types of the operands; the first of a method is the array."""
    if function in METHODS and isinstance(ctx, MethodContext):
        match ctx.context:
            case CallExpr(callee=MemberExpr(expr=owner)):
                return [Value(owner, ctx.type), *arguments.written(rule.operands[1:])]
        return []
    return arguments.written(rule.operands)


def _written_call(name: str, operands: Sequence[str]) -> str:
    return f"{function_name(name)}({', '.join(operands)})"


def _written_attribute(name: str, operands: Sequence[str]) -> str:
    return f"{operands[0]}.{name}"
