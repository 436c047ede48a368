"""Indices whose dtypes JAX refuses: ``x[y / 2]``, and start indices of different dtypes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, ListExpr, SliceExpr, StarExpr, TupleExpr
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import Type

from promo_mypy import errors
from promo_mypy.features.mistakes.certain_floats import is_certainly_float
from promo_mypy.inference.floats import is_float
from promo_mypy.session import Session
from promo_mypy.types.arguments import Argument, Arguments
from promo_mypy.types.expressions import known_type
from promo_mypy.types.symbols import Operand, exact_node
from promo_typing.core.dtypes import INEXACT_KINDS, NODES, PRNG_KEY, PYTHON_SCALARS

_NO_MASKS: Final = {"jax.numpy.take_along_axis": "indices"}
"""The functions that refuse bool indices."""
INDICES: Final = {
    "jax.lax.dynamic_slice": "start_indices",
    "jax.lax.dynamic_update_slice": "start_indices",
    "jax.lax.dynamic_slice_in_dim": "start_index",
    "jax.lax.dynamic_update_slice_in_dim": "start_index",
    "jax.lax.dynamic_index_in_dim": "index",
    "jax.lax.dynamic_update_index_in_dim": "index",
    "jax.numpy.choose": "a",
    "jax.numpy.delete": "obj",
    "jax.numpy.insert": "obj",
    "jax.numpy.put": "ind",
    "jax.numpy.repeat": "repeats",
    "jax.numpy.take": "indices",
    **{f"jax.ops.segment_{name}": "segment_ids" for name in ("sum", "prod", "min", "max")},
    **_NO_MASKS,
}
"""The functions that take indices, each with its parameter for them."""


def subscript(session: Session, ctx: MethodContext) -> Type:
    """Check the indices of ``x[i]`` and ``x.at[i]``."""
    if ctx.args and ctx.args[0]:
        for index in _items(ctx.args[0][0], ctx.arg_types[0][0], ctx.api):
            operand = _operand(session, index, ctx.api)
            if _is_no_index(operand):
                errors.no_index(ctx.api, ctx.context, f"x[{_names(operand)}]")
    return ctx.default_return_type


def report(session: Session, function: str, arguments: Arguments, ctx: FunctionContext) -> None:
    """Report indices that a function of JAX refuses."""
    passed = arguments.passed(INDICES[function])
    if len(passed) != 1 or passed[0].kind.is_star():
        return
    operands = [_operand(session, index, ctx.api) for index in _starts(passed[0], ctx.api)]
    masks = function not in _NO_MASKS
    refused = [operand for operand in operands if _is_no_index(operand, masks=masks)]
    if refused:
        written = f"{errors.function_name(function)}(..., {_names(refused[0])})"
        errors.no_index(ctx.api, ctx.context, written, masks=masks)
        return
    known = {_strong(session, operand) for operand in operands}
    dtypes = sorted(dtype for dtype in known if dtype is not None)
    if len(dtypes) > 1:
        errors.unlike_indices(ctx.api, ctx.context, function, dtypes)


class _Index(NamedTuple):
    """An index, and its type."""

    expression: Expression
    type: Type


def _operand(session: Session, index: _Index, api: CheckerPluginInterface) -> Operand | None:
    """The dtypes that an index may have; None for a Python float that may be an int."""
    is_known = not is_float(index.type) or (
        isinstance(api, TypeChecker) and is_certainly_float(session, index.expression, api)
    )
    return session.converter.operand(index.type) if is_known else None


def _items(expression: Expression, typ: Type, api: CheckerPluginInterface) -> Iterator[_Index]:
    """The indices in a subscript, and the bounds of slices."""
    if isinstance(expression, TupleExpr):
        parts = expression.items
    elif isinstance(expression, SliceExpr):
        ends = (expression.begin_index, expression.end_index, expression.stride)
        parts = [end for end in ends if end is not None]
    else:
        yield _Index(expression, typ)
        return
    for part in parts:
        known = None if isinstance(part, StarExpr) else known_type(part, api)
        if known is not None:
            yield from _items(part, known, api)


def _starts(argument: Argument, api: CheckerPluginInterface) -> Iterator[_Index]:
    expression = argument.expression
    if isinstance(expression, (TupleExpr, ListExpr)):
        yield from _items(TupleExpr(expression.items), argument.type, api)
    else:
        yield _Index(expression, argument.type)


def _is_no_index(operand: Operand | None, *, masks: bool = True) -> bool:
    """Whether all dtypes that an index may have are refused: floats, keys, and perhaps masks."""
    nodes = [node for symbol in operand or () for node in symbol.nodes]
    refused = _REFUSED if masks else _REFUSED | {"bool"}
    return bool(nodes) and all(_kind(node) in refused for node in nodes)


_REFUSED: Final = INEXACT_KINDS | {PRNG_KEY}


def _kind(node: str) -> str:
    known = NODES.get(PYTHON_SCALARS.get(node, node))
    return node if known is None else known.kind


def _names(operand: Operand | None) -> str:
    return " | ".join(errors.shown(symbol.name) for symbol in operand or ())


def _strong(session: Session, operand: Operand | None) -> str | None:
    """The strong dtype of an index; None if it is not known."""
    name = exact_node(operand)
    if name is None:
        return None
    return session.semantics.strong(PYTHON_SCALARS.get(name, name))
