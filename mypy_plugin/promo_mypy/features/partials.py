"""``functools.partial(jax.jit, static_argnames=...)``, used as a decorator.

mypy infers a partial from its arguments, but not that the rest is generic in a function: the
decorated function would lose its parameters. A transform that has got only settings is the same as
``jax.jit(static_argnames=...)``, for which the stubs have a class.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import ARG_NAMED, Expression, RefExpr
from mypy.plugin import FunctionContext
from mypy.plugins.functools import partial_new_callback
from mypy.types import AnyType, Type, TypeOfAny

from promo_mypy.features import transforms
from promo_mypy.features.control_flow.branches import CONDITIONALS
from promo_mypy.features.control_flow.loops import LOOPS
from promo_mypy.features.renamed import definition
from promo_mypy.fullnames import BUILTIN_OPERATORS, DECORATORS, OPEN_TRANSFORMS, TREE_MAPS
from promo_mypy.inference.values import Written
from promo_mypy.session import Session
from promo_typing.rules import FUNCTIONS

_KNOWN: Final = frozenset({*FUNCTIONS, *TREE_MAPS, *LOOPS, *CONDITIONALS, *BUILTIN_OPERATORS})
"""Functions of JAX and of Python whose calls the plugin answers."""


def partial(session: Session, ctx: FunctionContext) -> Type:
    """Answer a partial of a transform with only its settings, or of a function; else as mypy."""
    given = ctx.args[0] if ctx.args else []
    function = given[0] if len(given) == 1 else None
    fullname = function.fullname if isinstance(function, RefExpr) else ""
    if fullname in OPEN_TRANSFORMS:
        return AnyType(TypeOfAny.special_form)
    kinds = [kind for formal in ctx.arg_kinds[1:] for kind in formal]
    if fullname in DECORATORS and all(kind == ARG_NAMED for kind in kinds):
        return session.converter.instance(DECORATORS[fullname]) or ctx.default_return_type
    known = partial_new_callback(ctx)
    if function is not None and _is_of_jax(session, function, ctx.arg_types[0][0]):
        return transforms.partial_of_jax(session, ctx, known)
    return transforms.partial_of(session, ctx, known) if session.inference.is_on else known


def _is_of_jax(session: Session, function: Expression, typ: Type) -> bool:
    """Whether an expression is a function of JAX known to the plugin, or a partial of one."""
    if isinstance(session.inference.values.of(typ), Written):
        return True
    named = isinstance(function, RefExpr) and function.fullname in _KNOWN
    return named or definition(typ) in _KNOWN
