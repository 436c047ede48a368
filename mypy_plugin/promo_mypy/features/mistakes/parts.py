"""Casts of complex arrays to real dtypes: JAX drops the imaginary part, and warns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy import errors
from promo_mypy.session import Session
from promo_mypy.types.symbols import Operand, exact_node
from promo_typing.core.dtypes import NODES, OF_NUMPY, PYTHON_SCALARS

_METHOD: Final = "astype"
CASTS: Final = frozenset(
    {_METHOD, "jax.lax.convert_element_type"}
    | {f"jax.numpy.{name}" for name in ("array", "asarray", "astype")}
)
"""Functions that cast their operands to a requested dtype."""
_COMPLEX: Final = "complex"


def report(
    session: Session,
    function: str,
    operands: Sequence[Operand | None],
    asked: Operand | None,
    api: CheckerPluginInterface,
    context: Context,
) -> None:
    """Report a cast of a complex array to a real dtype; not to bool, which is a test for 0.

    Except for ``astype``, only dtypes of NumPy's own are reported: the operand may be a NumPy
    array, and for other dtypes there is no warning then.
    """
    dtype = _dtype(session, asked)
    if dtype is None or dtype == "bool" or NODES[dtype].kind == _COMPLEX:
        return
    if function != _METHOD and dtype not in OF_NUMPY:
        return
    for node in (_dtype(session, operand) for operand in operands):
        if node is not None and NODES[node].kind == _COMPLEX:
            written = errors.function_name(function)
            errors.imaginary_part_is_lost(api, context, written, node, dtype)
            return


def _dtype(session: Session, operand: Operand | None) -> str | None:
    node = exact_node(operand)
    strong = None if node is None else session.semantics.strong(PYTHON_SCALARS.get(node, node))
    return strong if strong in NODES else None
