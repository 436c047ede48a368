"""How the nodes of several operands become one node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from promo_typing.dtypes import NODES
from promo_typing.rules.model import NoPath, Rejected
from promo_typing.semantics import Semantics

Combined: TypeAlias = str | NoPath | Rejected
Combine: TypeAlias = Callable[[tuple[str, ...], Semantics], Combined]


def _join(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The least upper bound, or the first two nodes on the way that have none."""
    lattice = semantics.lattice
    result = operands[0]
    for operand in operands[1:]:
        joined = lattice.join(result, operand)
        if joined is None:
            return NoPath(result, operand)
        result = joined
    return result


def _first(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    return operands[0]


def _power(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join, but not weak for a weak base with an integer exponent that is not weak.

    There JAX leaves the operands as they are, to be differentiable in the base at 0, and the
    result of a primitive is weak only if all its operands are.
    """
    combined = _join(operands, semantics)
    base, exponent = (NODES[operand] for operand in operands)
    mixed = base.is_a("inexact") and exponent.is_a("integer") and not exponent.weak
    return semantics.concrete(combined) if mixed and isinstance(combined, str) else combined


def _contraction(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join, refused if it is narrower than what ``lax.dot_general`` makes of the operands.

    That function sees run-time dtypes: with x64 off, ``weak_int`` is an int32 there, wider than
    the int8 that the join with an int8 array asks for.
    """
    combined = _join(operands, semantics)
    if not isinstance(combined, str):
        return combined
    left, right = (semantics.concrete(operand) for operand in operands)
    wide, ambiguous = _wider(left, right)
    if NODES[wide].kind == "float":
        return combined
    narrowed = _bits(semantics.concrete(combined)) < _bits(wide)
    return Rejected(combined, "contraction") if ambiguous or narrowed else combined


def _bits(node: str) -> int:
    """The width of a real number of this dtype, bool counting as one bit."""
    kind, bits = NODES[node].kind, NODES[node].bits
    return {"bool": 1, "complex": bits // 2}.get(kind, bits)


def _wider(left: str, right: str) -> tuple[str, bool]:
    """The dtype of a product of mixed operands, and whether lax cannot tell which of the two."""

    def rank(node: str) -> tuple[bool, bool, int, bool]:
        kind = NODES[node].kind
        return kind == "complex", kind in ("complex", "float"), _bits(node), kind != "unsigned"

    wide = max(left, right, key=rank)
    return wide, left != right and rank(left) == rank(right)


def _none(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    raise ValueError("a function without operands takes its default node")


COMBINES: Final[dict[str, Combine]] = {
    "join": _join,
    "first": _first,
    "none": _none,
    "power": _power,
    "contraction": _contraction,
}
"""From the operands to the one node that rules are written for."""
