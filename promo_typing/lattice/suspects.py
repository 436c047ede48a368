"""The promotions that lints are about: widening, integers that become small floats, mixed signs."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import INTEGER_KINDS, NODES
from promo_typing.core.formats import width
from promo_typing.core.lints import INTEGER_WIDENING, WIDENING
from promo_typing.lattice.wishes import LOSSES, lost_in

SMALL: Final = 16
"""Dtypes of at most this many bits are small: a program has them only by choice."""


def widening(source: str, target: str) -> str | None:
    """Return the lint for a widening, None if ``target`` is no wider or of another kind."""
    kind = NODES[source].kind
    if NODES[target].kind != kind or width(source) >= width(target):
        return None
    return {"float": WIDENING, **dict.fromkeys(INTEGER_KINDS, INTEGER_WIDENING)}.get(kind)


def rounds_integers(source: str, target: str) -> bool:
    """Whether integers become a float of at most 16 bits that does not hold all of them exactly."""
    before, after = NODES[source].kind, NODES[target]
    if before not in INTEGER_KINDS or after.kind != "float" or after.weak or after.bits > SMALL:
        return False
    return not LOSSES.isdisjoint(lost_in(source, target) or ())


def has_other_sign(one: str, other: str) -> bool:
    """Whether one is an unsigned and the other a signed integer dtype of the same width."""
    if {one, other} - NODES.keys() or width(one) != width(other):
        return False
    return {NODES[one].kind, NODES[other].kind} == INTEGER_KINDS
