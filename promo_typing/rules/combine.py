"""How the nodes of several operands become one node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from promo_typing.dtypes import NODES
from promo_typing.rules.maps import ACCEPTS, RESULT_MAPS
from promo_typing.rules.model import NoPath, Rejected, Unknown
from promo_typing.semantics import Semantics

Combined: TypeAlias = str | NoPath | Rejected | Unknown
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
    """The dtype of a power; unknown where it depends on whether JAX knows the exponent's value.

    An integer exponent without dimensions whose value is known counts by its value, as a Python
    int does, and then its dtype is of no consequence: ``int8 ** int32`` is int8, not int32.
    """
    base, exponent = operands
    by_dtype = _power_by_dtype(base, exponent, semantics)
    if not _is_integral(exponent) or not ACCEPTS["not_small_int"].contains(exponent, semantics):
        return by_dtype
    return by_dtype if by_dtype == RESULT_MAPS["numeric"](base, semantics) else Unknown()


def _power_by_dtype(base: str, exponent: str, semantics: Semantics) -> Combined:
    """The join with two exceptions that forget weakness.

    Powers of integers are computed by multiplication. With an inexact base and an integer
    exponent JAX leaves both as they are, to be differentiable at 0, and the result of a primitive
    is weak only if all its operands are.
    """
    joined = _join((base, exponent), semantics)
    if not isinstance(joined, str):
        return joined
    if not ACCEPTS["not_small_int"].contains(joined, semantics):
        return Rejected(joined, "not_small_int")
    unpromoted = NODES[base].is_a("inexact") and NODES[exponent].is_a("integer")
    if _is_integral(joined) or (unpromoted and not NODES[exponent].weak):
        return semantics.concrete(RESULT_MAPS["numeric"](joined, semantics))
    return joined


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


def _any_pair(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The join; without one it depends on the shapes whether JAX looks at the dtypes at all."""
    combined = _join(operands, semantics)
    return combined if isinstance(combined, str) else Unknown()


def _ldexp(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The first operand; the second, an exponent of two, must be an integer."""
    mantissa, exponent = operands
    return mantissa if _is_integral(exponent) else Rejected(exponent, "integer_or_bool")


def _is_integral(node: str) -> bool:
    return ACCEPTS["integer_or_bool"].contains(node, Semantics())


def _none(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    raise ValueError("a function without operands takes its default node")


COMBINES: Final[dict[str, Combine]] = {
    "join": _join,
    "first": _first,
    "none": _none,
    "power": _power,
    "contraction": _contraction,
    "any_pair": _any_pair,
    "ldexp": _ldexp,
}
"""From the operands to the one node that rules are written for."""
