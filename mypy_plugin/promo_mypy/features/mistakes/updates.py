"""Updates that JAX casts down: ``x.at[i].set(y)`` with a ``y`` of a wider dtype than ``x``.

JAX casts ``y`` to the dtype of ``x``, and warns if the promotion of both has another dtype than
``x`` (``jax._src.ops.scatter``).
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import MethodContext

from promo_mypy import errors
from promo_mypy.session import Session
from promo_mypy.types.symbols import Operand, exact_node
from promo_typing.core.dtypes import PRNG_KEY, PYTHON_SCALARS

UPDATES: Final = frozenset(
    f"at.{name}"
    for name in ("set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max")
)


def report(
    session: Session, method: str, operands: list[Operand | None], ctx: MethodContext
) -> None:
    """Report updates that JAX casts to a dtype that does not hold their values."""
    if len(operands) != 2 or session.semantics.promotion == "strict":
        return
    array, values = (_node(operand) for operand in operands)
    if array is None or values is None or PRNG_KEY in (array, values):
        return
    # With x64 off no array has 64 bits. A type says so if the program turns x64 on elsewhere.
    kept = session.semantics.canonical(session.semantics.strong(array))
    joined = session.semantics.lattice.join(kept, session.semantics.canonical(values))
    if joined is not None and session.semantics.strong(joined) != kept:
        errors.casts_down(ctx.api, ctx.context, method, kept, values)


def _node(operand: Operand | None) -> str | None:
    """The dtype of an operand; None unless it is exactly one."""
    node = exact_node(operand)
    return None if node is None else PYTHON_SCALARS.get(node, node)
