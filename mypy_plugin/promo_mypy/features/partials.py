"""``functools.partial(jax.jit, static_argnames=...)``, used as a decorator.

mypy takes the arguments of a partial call into account, but not that what remains is generic in a
function: the decorated function would lose its parameters. Without them a transform is what it is
when it is called without a function, and the stubs have a class for that.
"""

from __future__ import annotations

from mypy.nodes import ARG_NAMED, RefExpr
from mypy.plugin import FunctionContext
from mypy.plugins.functools import partial_new_callback
from mypy.types import AnyType, Type, TypeOfAny

from promo_mypy.features import transforms
from promo_mypy.fullnames import DECORATORS, OPEN_TRANSFORMS
from promo_mypy.session import Session


def partial(session: Session, ctx: FunctionContext) -> Type:
    """Answer for a transform that got its settings by keywords; leave all else to mypy."""
    given = ctx.args[0] if ctx.args else []
    function = given[0] if len(given) == 1 else None
    fullname = function.fullname if isinstance(function, RefExpr) else ""
    if fullname in OPEN_TRANSFORMS:
        return AnyType(TypeOfAny.special_form)
    kinds = [kind for formal in ctx.arg_kinds[1:] for kind in formal]
    if fullname in DECORATORS and all(kind == ARG_NAMED for kind in kinds):
        return session.converter.instance(DECORATORS[fullname]) or ctx.default_return_type
    known = partial_new_callback(ctx)
    return transforms.partial_of(session, ctx, known) if session.inference.is_on else known
