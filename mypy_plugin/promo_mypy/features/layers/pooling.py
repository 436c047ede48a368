"""``nn.avg_pool`` of flax and the like, which have no parameters and keep the dtype of floats."""

from __future__ import annotations

from mypy.plugin import FunctionContext
from mypy.types import Type

from promo_mypy.session import Session
from promo_mypy.types.symbols import exact_node, node_symbol
from promo_typing.core.dtypes import NODES


def pooled(session: Session, parameter: str, ctx: FunctionContext) -> Type:
    """Answer with an array of the input's dtype."""
    formals = zip(ctx.callee_arg_names, ctx.arg_types, strict=True)
    given = [typ for name, types in formals if name == parameter for typ in types]
    node = exact_node(session.converter.operand(given[0])) if len(given) == 1 else None
    if node is None or NODES[node].weak or not NODES[node].is_a("floating"):
        return ctx.default_return_type
    return session.converter.array([node_symbol(node)]) or ctx.default_return_type
