"""Arrays made by initializers: ``init = jax.nn.initializers.lecun_normal(); init(key, (3, 4))``.

The ``dtype`` argument of the call decides, as for ``jax.nn.initializers.zeros``. Without one, the
dtype is the one that the factory, here ``lecun_normal``, was given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, NameExpr, RefExpr, Var
from mypy.plugin import MethodContext
from mypy.types import NoneType, Type, get_proper_type

from promo_mypy.errors import function_name
from promo_mypy.features import dtype_argument
from promo_mypy.features.answers import answer, result_type
from promo_mypy.features.ruled_call import Call
from promo_mypy.session import Session
from promo_mypy.types.symbols import exact_node
from promo_typing.core.dtypes import PYTHON_SCALARS
from promo_typing.rules import FUNCTIONS, without_arguments
from promo_typing.rules.model import MakerOf

_ZEROS: Final = "jax.nn.initializers.zeros"
_DTYPE: Final = "dtype"


def made(session: Session, ctx: MethodContext) -> Type:
    """Return the array that a call of an initializer makes."""
    asked = _asked(ctx)
    if asked is None and not _is_of_default(session, ctx):
        return ctx.default_return_type
    rule = without_arguments(FUNCTIONS[_ZEROS])
    symbols = () if asked is None else dtype_argument.requested(session, *asked, ctx.api)
    if asked is not None:
        dtype_argument.report_x64(session, symbols or (), ctx.api, asked[1])
    call = Call(_ZEROS, rule, [], lambda _: f"{function_name(_ZEROS)}()", symbols)
    combined = answer(session, call, ctx.api, ctx.context)
    return result_type(session, rule, combined, ctx.api, ctx.default_return_type)


def _asked(ctx: MethodContext) -> tuple[Type, Expression] | None:
    """The type and the expression of the dtype argument; None if there is none."""
    names = ctx.callee_arg_names
    at = names.index(_DTYPE) if _DTYPE in names else None
    if at is None or not ctx.args[at]:
        return None
    given, expression = ctx.arg_types[at][0], ctx.args[at][0]
    return None if isinstance(get_proper_type(given), NoneType) else (given, expression)


def _is_of_default(session: Session, ctx: MethodContext) -> bool:
    """Whether the initializer makes arrays of the default dtype, since none was requested."""
    default = session.semantics.strong(PYTHON_SCALARS["float"])
    if exact_node(session.converter.operand(ctx.default_return_type)) != default:
        return False
    makers = _makers(session, ctx)
    return bool(makers) and all(map(_asks_for_none, makers))


def _makers(session: Session, ctx: MethodContext) -> Sequence[Expression | None]:
    """The expressions that may have made the initializer, as far as the module shows."""
    match ctx.context:
        case CallExpr(callee=NameExpr(node=Var() as variable)) if isinstance(ctx.api, TypeChecker):
            return session.lints.definitions(ctx.api.tree).values(variable)
        case CallExpr(callee=callee):
            return [callee]
    return []


def _asks_for_none(maker: Expression | None) -> bool:
    """Whether a factory of initializers is called without a dtype."""
    match maker:
        case CallExpr(callee=RefExpr(fullname=name), arg_names=given):
            rule = FUNCTIONS.get(name)
            is_factory = rule is not None and isinstance(rule.usual.result, MakerOf)
            # The first parameter of a factory is a number; a later one may be the dtype.
            return is_factory and _DTYPE not in given and given.count(None) <= 1
    return False
