"""Sizes of arrays that are floats: ``jnp.zeros((n / 2,))``.

Reported is what ``/`` returns and what is written as a float; a parameter that is annotated as
``float`` may well be an int.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    FloatExpr,
    ListExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.types import Instance, get_proper_type

from promo_mypy import errors
from promo_mypy.fullnames import BUILTIN_FLOAT
from promo_mypy.session import Session
from promo_mypy.types.arguments import Arguments
from promo_mypy.types.expressions import known_type

_EVERYWHERE: Final = ("shape",)
_SIZES: Final[dict[str, tuple[str, ...]]] = {
    "reshape": ("args",),
    "jax.lax.iota": ("size",),
    "jax.numpy.eye": ("N", "M"),
    "jax.numpy.identity": ("n",),
    "jax.numpy.linspace": ("num",),
    "jax.numpy.tri": ("N", "M"),
    "jax.random.split": ("num",),
}
"""The parameters that are sizes, or shapes of sizes, besides ``shape``."""


def report(session: Session, function: str, arguments: Arguments, api: object) -> None:
    """Report sizes that are not integers, which JAX refuses."""
    if not isinstance(api, TypeChecker):
        return
    for parameter in (*_EVERYWHERE, *_SIZES.get(function, ())):
        for argument in arguments.written_for(parameter):
            for size in _items(argument):
                if _is_float(session, size, api):
                    errors.no_size(api, size, function)
                    return


def _items(shape: Expression) -> Iterator[Expression]:
    """The sizes in a shape display, or its single expression."""
    yield from shape.items if isinstance(shape, (TupleExpr, ListExpr)) else [shape]


def _is_float(session: Session, size: Expression, api: TypeChecker) -> bool:
    """Whether an expression certainly is a Python float."""
    match size:
        case FloatExpr():
            return True
        case UnaryExpr(expr=operand):
            return _is_float(session, operand, api)
        case NameExpr(node=Var() as variable) if _has_type_float(size, api):
            values = session.lints.definitions(api.tree).values(variable)
            value = values[0] if len(values) == 1 else None
            return (
                value is not None
                and not isinstance(value, NameExpr)
                and (_is_float(session, value, api))
            )
        case OpExpr(op="/"):
            return _has_type_float(size, api)
        case OpExpr(left=left, right=right):
            operands = _is_float(session, left, api) or _is_float(session, right, api)
            return operands and _has_type_float(size, api)
        case CallExpr(callee=RefExpr(fullname=name)):
            return name.startswith("math.") and _has_type_float(size, api)
    return False


def _has_type_float(expression: Expression, api: TypeChecker) -> bool:
    typ = get_proper_type(known_type(expression, api))
    return isinstance(typ, Instance) and typ.type.fullname == BUILTIN_FLOAT
