"""Variables of flax.nnx, which hold an array: ``self.scale[...]``, ``self.scale * x``.

flax's annotations say that an operator returns the type of the held array, but JAX promotes it with
the other operand. For ``[...]`` they say an array of any dtype.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.plugin import MethodContext
from mypy.types import ProperType, Type, get_proper_type

from promo_mypy.features import operators
from promo_mypy.session import Session
from promo_mypy.types.convert import held_by
from promo_mypy.types.pytrees import unknown_array
from promo_typing.rules import Operator


def operator(session: Session, operation: Operator, ctx: MethodContext) -> Type:
    """Answer an operator of a variable like an operator of the array that it holds."""
    held = _held(session, ctx.type, ctx)
    if held is None:
        return ctx.default_return_type
    given = [[_held(session, each, ctx) or each for each in types] for types in ctx.arg_types]
    unknown = unknown_array(session.converter)
    ctx = ctx._replace(type=held, arg_types=given, default_return_type=unknown)
    return operators.array_operator(session, operation, ctx)


def item(session: Session, ctx: MethodContext) -> Type:
    """Answer ``self.scale[...]`` with the type of the array that the variable holds."""
    return _held(session, ctx.type, ctx) or ctx.default_return_type


def _held(session: Session, typ: Type, ctx: MethodContext) -> ProperType | None:
    """The type of the held array, of unknown dtype if the program may cast variables."""
    held = held_by(typ)
    if held is None or not isinstance(ctx.api, TypeChecker):
        return held
    may_be_cast = session.inference.program.cast_variables.of(ctx.api)
    return get_proper_type(unknown_array(session.converter)) if may_be_cast else held
