"""Initial values of ``lax.reduce`` and ``lax.reduce_window`` of another dtype than the operand.

JAX promotes nothing there. But it does not compare the dtypes if the function is one of its own and
the initial value is the neutral one: ``lax.reduce(x, jnp.float32(0), lax.add, (0,))`` accepts any
``x`` (``jax._src.lax.lax._get_monoid_reducer``).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.constant_fold import constant_fold_expr
from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    RefExpr,
    TypeAlias,
    TypeInfo,
)
from mypy.plugin import FunctionContext
from mypy.types import Type

from promo_mypy import errors
from promo_mypy.fullnames import NUMPY_MODULE
from promo_mypy.session import Session
from promo_mypy.types.symbols import exact_node
from promo_mypy.unwatched import going_on
from promo_typing.core.dtypes import NODES, PRNG_KEY, PYTHON_SCALARS
from promo_typing.core.stub_names import NODE_OF_CLASS

REDUCTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "jax.lax.reduce": ("operands", "init_values"),
    "jax.lax.reduce_window": ("operand", "init_value"),
}
"""The functions, and their parameters for the array and the initial value."""
_NEUTRAL: Final[Mapping[str, frozenset[float]]] = {
    "jax.lax.add": frozenset({0}),
    "jax.lax.mul": frozenset({1}),
}
_FLOATS_HAVE_NO_NEUTRAL: Final = frozenset({"jax.lax.max", "jax.lax.min"})
"""Functions whose neutral value is the least or greatest number. For floats that is infinite, so a
finite initial value is never the neutral one."""
_MAKING: Final = frozenset({"jax.numpy.array", "jax.numpy.asarray", "numpy.array", *NODE_OF_CLASS})
_OF_NUMPY: Final = f"{NUMPY_MODULE}."
_LIMITS: Final = ".finfo"


def reduced(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Answer ``lax.reduce``, and report an initial value of another dtype than the array."""
    given = dict(zip(ctx.callee_arg_names, zip(ctx.args, ctx.arg_types, strict=True), strict=True))
    array, initial = (given.get(name, ([], [])) for name in REDUCTIONS[fullname])
    computation = given.get("computation", ([], []))[0]
    if len(array[0]) == len(initial[0]) == len(computation) == 1:
        dtypes = [_dtype(session, each[1][0]) for each in (array, initial)]
        known = [each for each in dtypes if each is not None]
        if len({*known}) > 1 and _is_looked_at(computation[0], initial[0][0], known[1], ctx):
            name = REDUCTIONS[fullname][1]
            written = f"{fullname}({known[0]}, {name}={known[1]}, ...)"
            takes = f"of the dtype of the array, e.g. jnp.array(0, jnp.{known[0]})"
            with going_on(ctx.api):
                errors.refused_by_parameter(ctx.api, ctx.context, written, takes)
    return ctx.default_return_type


def _dtype(session: Session, typ: Type) -> str | None:
    name = exact_node(session.converter.operand(typ))
    if name is None or name == PRNG_KEY:
        return None
    node = session.semantics.strong(PYTHON_SCALARS.get(name, name))
    return node if node in NODES else None


def _is_looked_at(
    computation: Expression, initial: Expression, dtype: str, ctx: FunctionContext
) -> bool:
    """Whether JAX certainly compares the initial value with the array."""
    if isinstance(computation, LambdaExpr):
        return True
    if not isinstance(computation, RefExpr):
        return False
    if isinstance(computation.node, FuncDef) and not computation.fullname.startswith("jax.lax."):
        return True
    value = _value(initial, ctx)
    if value is None:
        return False
    if computation.fullname in _NEUTRAL:
        return value not in _NEUTRAL[computation.fullname]
    return computation.fullname in _FLOATS_HAVE_NO_NEUTRAL and NODES[dtype].kind == "float"


def _value(initial: Expression, ctx: FunctionContext) -> float | None:
    """The number from which an initial value is made; for ``finfo(...).max`` any very large one."""
    match initial:
        case CallExpr(callee=RefExpr(fullname=name, node=made), args=[number, *_]):
            is_scalar = isinstance(made, TypeInfo | TypeAlias) and name.startswith(_OF_NUMPY)
            return _value(number, ctx) if name in _MAKING or is_scalar else None
        case MemberExpr(expr=CallExpr(callee=RefExpr(fullname=name)), name="min" | "max"):
            return sys.float_info.max if name.endswith(_LIMITS) else None
    module = ctx.api.tree.fullname if isinstance(ctx.api, TypeChecker) else ""
    value = constant_fold_expr(initial, module)
    return value if isinstance(value, int | float) else None
