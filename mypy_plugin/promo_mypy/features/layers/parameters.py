"""Parameters of flax.linen: ``self.param("scale", nn.initializers.ones, (8,), jnp.bfloat16)``.

When the module is initialised, flax calls the function with a key and the arguments after the
function. If the program never casts parameters, the result is the parameter everywhere.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, CallExpr, Context, TempNode
from mypy.plugin import MethodContext
from mypy.types import AnyType, Type, TypeOfAny

from promo_mypy.features.single_float import is_single
from promo_mypy.inference.written_calls import inferred
from promo_mypy.session import Session
from promo_mypy.types.pytrees import has_dtype, leaves, tells_dtypes, unknown_array
from promo_typing.core.program_files import is_program_file

_ANY: Final = AnyType(TypeOfAny.special_form)
_BEFORE: Final = 2
"""How many arguments come before those of the function: its name, and the function itself."""
_BOXING: Final = "unbox"


def parameter(session: Session, ctx: MethodContext) -> Type:
    """Answer ``self.param`` with the result of its function.

    The declared result is the array that an initializer makes when no dtype is requested. It is
    wrong if a dtype follows among the arguments.
    """
    default, checker = ctx.default_return_type, ctx.api
    if not isinstance(checker, TypeChecker) or not is_program_file(checker.path):
        return default
    call = _making(ctx.context)
    if call is None:
        return default
    if not is_single(session, checker):
        if any(map(has_dtype, leaves(default))):
            default = unknown_array(session.converter)
        if session.inference.program.cast_variables.of_parameters(checker):
            return default
    found = inferred(call, checker)
    return default if found is None or not tells_dtypes(found) else found


def _making(call: Context) -> CallExpr | None:
    """The call by which flax makes the parameter; None if the arguments do not show it."""
    if not isinstance(call, CallExpr):
        return None
    if call.arg_kinds[:_BEFORE] != [ARG_POS] * _BEFORE or _BOXING in call.arg_names:
        return None
    made = CallExpr(
        call.args[1],
        [TempNode(_ANY, context=call), *call.args[_BEFORE:]],
        [ARG_POS, *call.arg_kinds[_BEFORE:]],
        [None, *call.arg_names[_BEFORE:]],
    )
    made.set_line(call)
    return made
