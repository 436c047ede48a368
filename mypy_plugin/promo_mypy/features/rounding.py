"""The built-in function ``round`` of an array.

``round(x)`` gives integers of the default dtype, ``round(x, 2)`` the result of ``jnp.round``. mypy
uses the plain signature of ``__round__``, which does not tell these dtypes.
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import FunctionContext
from mypy.types import NoneType, Type, get_proper_type

from promo_mypy.features.answers import answer, result_type
from promo_mypy.features.ruled_call import Call
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.expressions import Value
from promo_mypy.types.symbols import node_symbol
from promo_typing.core.dtypes import PYTHON_SCALARS
from promo_typing.rules import FUNCTIONS

_FUNCTION: Final = "jax.numpy.round"


def rounded(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``round(x)`` and ``round(x, digits)`` of an array."""
    number, *digits = [typ for types in ctx.arg_types for typ in types]
    default = ctx.default_return_type
    if array_instance(get_proper_type(number)) is None:
        return default
    if not digits or isinstance(get_proper_type(digits[0]), NoneType):
        integer = node_symbol(session.semantics.strong(PYTHON_SCALARS["int"]))
        return session.converter.array([integer]) or default
    call = Call(
        _FUNCTION,
        FUNCTIONS[_FUNCTION],
        [session.converter.operand(number)],
        lambda names: f"round({names[0]})",
        written=lambda: [Value(ctx.args[0][0], number)],
    )
    combined = answer(session, call, ctx.api, ctx.context)
    return result_type(session, call.rule, combined, ctx.api, default)
