"""Calls of NumPy's functions, ufuncs and methods: ``np.sqrt(d)``, ``np.array(1)``, ``a.mean()``.

NumPy's stubs do not say the dtype of most results, and mypy asks no plugin about an operation in
which one operand is ``Any``. So ``x / np.sqrt(d)`` would be ``Any``, although it is float32 if
``x`` is bfloat16.
"""

from __future__ import annotations

from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import Instance, LiteralType, Type, get_proper_type

from promo_mypy import errors
from promo_mypy.features.dtype_argument import requested
from promo_mypy.features.numpy_results import NumPyCall, told
from promo_mypy.fullnames import NUMPY_MODULE, NUMPY_POSITIONAL_PARAMETERS, NUMPY_UFUNC_CALLS
from promo_mypy.session import Session
from promo_mypy.types.arguments import Arguments
from promo_mypy.types.numpy_values import Value
from promo_mypy.types.symbols import exact_node
from promo_typing.core.dtypes import PRNG_KEY
from promo_typing.numpy_rules import FUNCTIONS, METHODS
from promo_typing.rules import Rule, parameters, select

_AXES = ("axis", "keepdims")
_COPYING = frozenset({"numpy.array", "numpy.asarray"})
"""Functions that make a NumPy array from a JAX array."""


def function(session: Session, name: str, ctx: FunctionContext | MethodContext) -> Type:
    """Answer a function of NumPy, or a method of a random generator."""
    rule = FUNCTIONS[name]
    if name in _COPYING:
        _report_key(session, name, ctx)
    return _answer(session, rule, NUMPY_POSITIONAL_PARAMETERS.get(name) or _names(rule), [], ctx)


def _report_key(session: Session, name: str, ctx: FunctionContext | MethodContext) -> None:
    """Report a typed key that is converted to an array of NumPy."""
    for typ in (typ for column in ctx.arg_types[:1] for typ in column):
        if exact_node(session.converter.operand(typ)) == PRNG_KEY:
            errors.key_as_numpy(ctx.api, ctx.context, name.replace("numpy.", "np."))


def ufunc(session: Session, method: str, ctx: MethodContext) -> Type:
    """Answer a call or method of a ufunc; the type of a ufunc states its name."""
    typ = get_proper_type(ctx.type)
    name = get_proper_type(typ.args[0]) if isinstance(typ, Instance) and typ.args else None
    rule = FUNCTIONS.get(f"{NUMPY_MODULE}.{name.value}") if isinstance(name, LiteralType) else None
    if rule is None:
        return ctx.default_return_type
    return _answer(session, rule, NUMPY_UFUNC_CALLS[method], [], ctx)


def method(session: Session, name: str, ctx: MethodContext) -> Type:
    """Answer a method of a NumPy array or scalar, which is the first operand."""
    rule = METHODS[name]
    return _answer(session, rule, _names(rule)[1:], [session.numpy.of(ctx.type)], ctx)


def _names(rule: Rule) -> list[str]:
    return [parameter.name for parameter in (*rule.operands, rule.dtype) if parameter is not None]


def _answer(
    session: Session,
    rule: Rule,
    names: tuple[str, ...] | list[str],
    first: list[Value | None],
    ctx: FunctionContext | MethodContext,
) -> Type:
    default = ctx.default_return_type
    if not session.expectations.is_looked_at(ctx.api):
        return default
    arguments = Arguments(ctx, session.numpy.converter, names)
    chosen = select(rule, arguments.values(parameters(rule)))
    if chosen is None or (rule.operands and not chosen.operands):
        return default  # With these arguments the rule knows nothing, whatever the operands are.
    dtype, operands = None, []
    if chosen.dtype is not None and arguments.passed(chosen.dtype.name):
        dtype = _requested(session, arguments, chosen.dtype.name, ctx.api)
        if dtype is None:
            return default
    else:
        found = [*first, *_operands(session, arguments, chosen, len(first))]
        operands = [operand for operand in found if operand is not None]
        if len(operands) < len(found) or (chosen.operands and not operands):
            return default
    axes = any(arguments.passed(name) for name in _AXES)
    return told(session, NumPyCall(chosen, operands, dtype, axes), default, ctx.context, ctx.api)


def _operands(session: Session, arguments: Arguments, rule: Rule, first: int) -> list[Value | None]:
    return [
        value
        for parameter in rule.operands[first:]
        for value in session.numpy.operand(arguments, parameter)
    ]


def _requested(
    session: Session, arguments: Arguments, parameter: str, api: CheckerPluginInterface
) -> str | None:
    """The dtype that a call requests; None unless it is exactly one."""
    argument = arguments.passed(parameter)[0]
    asked = requested(session, argument.type, argument.expression, api)
    return exact_node(asked)
