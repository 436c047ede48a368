"""Calls of a dtype class: ``jnp.float32(1)`` is an array of that dtype."""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression
from mypy.plugin import FunctionContext
from mypy.types import Type, UnionType, get_proper_type

from promo_mypy.features.dtype_argument import report_x64
from promo_mypy.features.mistakes import numbers, parts
from promo_mypy.session import Session
from promo_mypy.types.expressions import known_type
from promo_mypy.types.literals import number
from promo_mypy.types.symbols import node_symbol
from promo_typing.core.dtypes import NODES
from promo_typing.core.stub_names import dtype_class as class_name


def dtype_class(session: Session, node: str, ctx: FunctionContext) -> Type:
    """Answer ``jnp.float64(1)``, which requests its dtype by name."""
    if NODES[node].weak:
        return ctx.default_return_type
    if not _is_one_of_several(ctx):
        report_x64(session, (node_symbol(node),), ctx.api, ctx.context)
    written = [number(*pair, ctx.api, session.bindings) for pair in _given(ctx)]
    made = numbers.Made(f"jax.numpy.{class_name(node)}", node, written)
    numbers.report_made(session, made, ctx.api, ctx.context)
    operands = [session.converter.operand(typ) for typ, _ in _given(ctx)]
    parts.report(session, made.function, operands, (node_symbol(node),), ctx.api, ctx.context)
    result = session.converter.array([node_symbol(session.semantics.requested(node))])
    return ctx.default_return_type if result is None else result


def _is_one_of_several(ctx: FunctionContext) -> bool:
    """Whether the called class is one of several: then the program may have tested x64 before."""
    callee = ctx.context.callee if isinstance(ctx.context, CallExpr) else None
    called = None if callee is None else known_type(callee, ctx.api)
    return isinstance(get_proper_type(called), UnionType)


def _given(ctx: FunctionContext) -> list[tuple[Type, Expression]]:
    columns = zip(ctx.arg_types[:1], ctx.args[:1], strict=True)
    return [pair for types, expressions in columns for pair in zip(types, expressions, strict=True)]
