"""Functions without annotations that are passed to a function of JAX, which calls them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, ArgKind, Expression
from mypy.plugin import FunctionSigContext
from mypy.types import AnyType, CallableType, Type, TypeOfAny, get_proper_type

from promo_mypy.fullnames import BUILTIN_FUNCTION
from promo_mypy.inference.results import plain
from promo_mypy.session import Session
from promo_mypy.types.expressions import alone

_ANY: Final = AnyType(TypeOfAny.special_form)


def is_open(session: Session, function: Expression, ctx: FunctionSigContext) -> bool:
    """Whether the result of a function is inferred from its inputs; clears an earlier override."""
    if not isinstance(ctx.api, TypeChecker):
        return False
    ctx.api.expr_checker.type_overrides.pop(function, None)
    return session.inference.is_open(function, ctx.api)


def tell(
    session: Session, function: Expression, inputs: Sequence[Type], ctx: FunctionSigContext
) -> None:
    """Override the type of a function in this call: its result is inferred for these inputs."""
    if not isinstance(ctx.api, TypeChecker):
        return
    result = session.inference.with_inputs(function, inputs, ctx.api)
    if result is not None:
        if not session.inference.is_inside:
            result = plain(result, ctx.api)
        ctx.api.expr_checker.type_overrides[function] = _typed(function, len(inputs), result, ctx)


def _typed(function: Expression, count: int, result: Type, ctx: FunctionSigContext) -> CallableType:
    """A function type with positional parameters as declared, and this result."""
    declared = get_proper_type(alone(function, ctx.api))
    types: list[Type] = []
    if isinstance(declared, CallableType):
        pairs = zip(declared.arg_types, declared.arg_kinds, strict=True)
        types = [typ for typ, kind in pairs if kind.is_positional()][:count]
    types += [_ANY] * (count - len(types))
    kinds: list[ArgKind] = [ARG_POS] * count
    fallback = ctx.api.named_generic_type(BUILTIN_FUNCTION, [])
    return CallableType(types, kinds, [None] * count, result, fallback)
