"""Functions and methods that have a rule: ``jnp.exp(x)``, ``jnp.zeros(3, "int8")``, ``x.sum()``.

The stubs' signatures say which arguments a function takes; the rule says the dtype of what it
returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

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
from promo_mypy.features.answers import Call, answer, has_shape, result_type
from promo_mypy.fullnames import NESTED_FUNCTIONS, POSITIONAL_PARAMETERS
from promo_mypy.session import Session
from promo_mypy.types.arguments import Arguments
from promo_mypy.types.symbols import Operand, node_symbol
from promo_typing.rules import FUNCTIONS, METHODS, Rule, parameter_name, select, variant_parameters


def function(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """A function of JAX, called by its name."""
    arguments = Arguments(ctx, session.converter, parameter_names(fullname))
    chosen = _variant(fullname, FUNCTIONS[fullname], arguments)
    if chosen is None:
        return ctx.default_return_type
    key, rule = chosen
    if rule.trees and arguments.has_scalar(rule.operands):
        return ctx.default_return_type
    operands = arguments.operands(rule.operands)
    if fullname in NESTED_FUNCTIONS and rule.dtype_parameter is not None:
        leaves = arguments.leaves(rule.operands[0])
        if leaves is not None:
            # An empty list is one of floats; whatever is in a list, the array is not weak.
            operands = leaves or [(node_symbol("float"),)]
            rule = replace(rule, results=("concrete",))
            return _call(session, f"{fullname}[]", rule, arguments, operands, ctx)
    return _call(session, key, rule, arguments, operands, ctx)


def function_signature(session: Session, fullname: str, ctx: FunctionSigContext) -> CallableType:
    """Let mypy choose any overload of a function; the rule decides."""
    return session.signatures.general(FUNCTIONS[fullname], parameter_names(fullname), ctx)


def method_signature(session: Session, name: str, ctx: MethodSigContext) -> CallableType:
    """Let mypy choose any overload of a method; the rule decides."""
    return session.signatures.general(METHODS[name], _names_of_method(name), ctx)


def method(session: Session, name: str, ctx: MethodContext) -> Type:
    """A method of an array: the first operand of its rule is the array."""
    arguments = Arguments(ctx, session.converter, _names_of_method(name))
    chosen = _variant(name, METHODS[name], arguments)
    if chosen is None:
        return ctx.default_return_type
    key, rule = chosen
    others = arguments.operands(rule.operands[1:])
    operands = None if others is None else [session.converter.operand(ctx.type), *others]
    return _call(session, key, rule, arguments, operands, ctx)


def callable_object(session: Session, fullname: str, ctx: MethodContext) -> Type:
    """A function that is an object with ``__call__``, as the ufuncs of JAX are."""
    arguments = Arguments(ctx, session.converter, parameter_names(fullname))
    chosen = _variant(fullname, FUNCTIONS[fullname], arguments)
    if chosen is None:
        return ctx.default_return_type
    key, rule = chosen
    return _call(session, key, rule, arguments, arguments.operands(rule.operands), ctx)


def _variant(name: str, rule: Rule, arguments: Arguments) -> tuple[str, Rule] | None:
    """The rule for these arguments, and a name of its own; None if it is not known which."""
    if not rule.variants:
        return name, rule
    chosen = select(rule, arguments.values(variant_parameters(rule)))
    if chosen is None:
        return None
    return (name, rule) if chosen is rule else (f"{name}[{id(chosen)}]", chosen)


@cache
def parameter_names(fullname: str) -> Sequence[str]:
    """Return the parameters of which a rule speaks, in the order of a function's signature."""
    return POSITIONAL_PARAMETERS.get(fullname) or _parameters(FUNCTIONS[fullname])


@cache
def _names_of_method(name: str) -> Sequence[str]:
    """All but the array itself."""
    return _parameters(METHODS[name])[1:]


def _parameters(rule: Rule) -> list[str]:
    named = [*rule.operands, *([rule.dtype_parameter] if rule.dtype_parameter else [])]
    return [parameter_name(parameter) for parameter in named]


def attribute(session: Session, name: str, ctx: AttributeContext) -> Type:
    """A property of an array, such as ``x.real``."""
    rule = METHODS[name]
    operands = [session.converter.operand(ctx.type)]
    if ctx.is_lvalue or not has_shape(ctx.default_attr_type, rule):
        return ctx.default_attr_type
    call = Call(name, rule, operands, partial(_written_attribute, name))
    combined = answer(session, call, ctx.api, ctx.context)
    return result_type(session, rule, combined, ctx.api, ctx.default_attr_type)


def _call(
    session: Session,
    name: str,
    rule: Rule,
    arguments: Arguments,
    operands: list[Operand | None] | None,
    ctx: FunctionContext | MethodContext,
) -> Type:
    default = ctx.default_return_type
    if operands is None or not has_shape(default, rule):
        return default
    if any(_is_unknown_with(rule, parameter, arguments) for parameter in rule.unknown_with):
        return default
    if not operands and rule.default is None:
        return default
    asked: Operand | None = ()
    for argument in arguments.passed(rule.dtype_parameter) if rule.dtype_parameter else []:
        asked = dtype_argument.requested(session, argument.type, argument.expression, ctx.api)
        if rule.narrowing == "checked":
            dtype_argument.report_x64(session, asked or (), ctx.api, argument.expression)
    call = Call(name, rule, operands, partial(_written_call, name), asked)
    combined = answer(session, call, ctx.api, ctx.context)
    return result_type(session, rule, combined, ctx.api, default)


def _is_unknown_with(rule: Rule, parameter: str, arguments: Arguments) -> bool:
    passed = arguments.passed(parameter)
    if parameter in rule.known_with_int:
        return not all(argument.is_scalar("int") for argument in passed)
    if parameter in rule.known_with_float:
        return not all(argument.is_scalar("int", "float") for argument in passed)
    return bool(passed)


def _written_call(name: str, operands: Sequence[str]) -> str:
    return f"{function_name(name)}({', '.join(operands)})"


def _written_attribute(name: str, operands: Sequence[str]) -> str:
    return f"{operands[0]}.{name}"
