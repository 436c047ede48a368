"""Operators of NumPy's values among themselves, and roots of Python numbers: ``d ** 0.5``.

typeshed says ``Any`` for such a power, since it is complex if the base is negative. Here it is a
float: programs take roots of sizes, dimensions and rates. It stays ``Any`` if the base has a minus
sign in it.
"""

from __future__ import annotations

from mypy.nodes import Expression, OpExpr, UnaryExpr
from mypy.plugin import MethodContext
from mypy.plugins.default import int_pow_callback
from mypy.types import AnyType, Instance, Type, get_proper_type

from promo_mypy.features.numpy_results import NumPyCall, told
from promo_mypy.fullnames import BUILTIN_FLOAT, BUILTIN_INT
from promo_mypy.session import Session
from promo_mypy.types.numpy_results import is_numpy
from promo_typing.numpy_rules import FUNCTIONS, OPERATORS
from promo_typing.rules import without_arguments

_POWERS = frozenset({"__pow__", "__rpow__"})


def answer(session: Session, method: str, others: list[Type], ctx: MethodContext) -> Type:
    """Answer an operator on values of NumPy or Python; no operand is an array of JAX."""
    known = _of_mypy(method, ctx)
    if known is not None or not session.expectations.is_looked_at(ctx.api):
        return known or ctx.default_return_type
    if any(is_numpy(get_proper_type(typ)) for typ in (ctx.type, *others)):
        return _numpy_operator(session, method, others, ctx)
    return _python_power(session, method, others[0], ctx) if others else ctx.default_return_type


def _numpy_operator(session: Session, method: str, others: list[Type], ctx: MethodContext) -> Type:
    values = [session.numpy.of(typ) for typ in (ctx.type, *others)]
    operands = [value for value in values if value is not None]
    if method not in OPERATORS or len(operands) < len(values):
        return ctx.default_return_type
    call = NumPyCall(without_arguments(FUNCTIONS[OPERATORS[method]]), operands)
    return told(session, call, ctx.default_return_type, ctx.context, ctx.api)


def _of_mypy(method: str, ctx: MethodContext) -> Type | None:
    """The answer of mypy's own plugin for powers: mypy does not ask it, since it asks ours."""
    typ = get_proper_type(ctx.type)
    if method != "__pow__" or not isinstance(typ, Instance) or typ.type.fullname != BUILTIN_INT:
        return None
    known = int_pow_callback(ctx)
    return None if isinstance(get_proper_type(known), AnyType) else known


def _python_power(session: Session, method: str, other: Type, ctx: MethodContext) -> Type:
    """A power of two Python numbers, one of them a float."""
    default, context = ctx.default_return_type, ctx.context
    if method not in _POWERS or not isinstance(get_proper_type(default), AnyType):
        return default
    dtypes = {name for typ in (ctx.type, other) for name in _dtypes(session, typ)}
    if "float" not in dtypes or not dtypes <= {"int", "float"}:
        return default
    if not isinstance(context, OpExpr) or _may_be_negative(context.left):
        return default
    result = ctx.api.named_generic_type(BUILTIN_FLOAT, [])
    return result if session.expectations.allow(result, context, ctx.api) else default


def _dtypes(session: Session, typ: Type) -> tuple[str, ...]:
    value = session.numpy.of(typ)
    return value.dtypes if value is not None else ("unknown",)


def _may_be_negative(base: Expression) -> bool:
    """Whether the base of a power has a minus sign in it, so that it may be negative."""
    if isinstance(base, UnaryExpr):
        return base.op == "-"
    if isinstance(base, OpExpr):
        return base.op == "-" or _may_be_negative(base.left) or _may_be_negative(base.right)
    return False
