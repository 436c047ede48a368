"""The least upper bound of several operands, from which most combinations are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.model import Mismatch, NoPath, Rejected, Unknown

Combined: TypeAlias = str | NoPath | Mismatch | Rejected | Unknown
"""The one node of some operands, or why there is none."""

Combine: TypeAlias = Callable[[tuple[str, ...], Semantics], Combined]


def join(operands: tuple[str, ...], semantics: Semantics) -> str | NoPath:
    """Return the least upper bound, or the first two nodes on the way that have none."""
    lattice = semantics.lattice
    result = operands[0]
    for operand in operands[1:]:
        joined = lattice.join(result, operand)
        if joined is None:
            return NoPath(result, operand)
        result = joined
    return result
