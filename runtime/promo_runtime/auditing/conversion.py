"""A conversion in a traced function, and its flaws."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from promo_typing.core.dtypes import NODES, TRUNCATED
from promo_typing.lattice.wishes import LOSSES, lost_in, widens

_WEAK_OF_KIND: Final = {node.kind: node.name for node in NODES.values() if node.weak}


class Origin(enum.Enum):
    """Who asked for a conversion."""

    IMPLICIT = "implicit"
    """Nobody asked: JAX promotes."""

    EXPLICIT = "explicit"
    """The user's line, by ``astype``, by a ``dtype`` argument and the like."""

    INTERNAL = "internal"
    """The implementation of a function, such as the float32 accumulator of a bfloat16 sum."""


class Flag(enum.Enum):
    """A flaw of a conversion, or ``HARMLESS`` if it has none."""

    WIDENING = "widening"
    LOSSY = "lossy"
    WIDE = "64-bit"
    HARMLESS = "harmless"


@dataclass(frozen=True, slots=True)
class Place:
    """A call in the user's source; lines and columns count from 1."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Conversion:
    """A conversion in a jaxpr.

    ``elements`` is the number of elements that are converted at a time, ``trips`` how many times
    that happens in a call of the function. ``is_bounded`` is false inside a ``while``, whose number
    of iterations is unknown and counts as one. ``weak`` tells whether the source is weakly typed,
    ``constant`` whether it is known while tracing. ``code`` is the code of an error or a lint, None
    if the conversion is no finding.
    """

    place: Place | None
    operation: str
    source: str
    target: str
    weak: bool
    constant: bool
    elements: int
    trips: int
    is_bounded: bool
    origin: Origin
    code: str | None = None

    @property
    def bytes(self) -> int:
        """The bytes that a call of the function reads and writes for the conversion."""
        bits = NODES[self.source].bits + NODES[self.target].bits
        return -(-self.elements * bits // 8) * self.trips

    @property
    def flags(self) -> frozenset[Flag]:
        """The flaws of the conversion; ``HARMLESS`` stands alone."""
        if self.elements <= 1 and (self.weak or self.constant):
            return frozenset({Flag.HARMLESS})
        found = {flag for flag, holds in self._judged().items() if holds}
        return frozenset(found or {Flag.HARMLESS})

    def _judged(self) -> dict[Flag, bool]:
        source = NODES[self.source]
        # A weak array comes from a Python number: its value, not its dtype, decides what is lost.
        node = _WEAK_OF_KIND.get(source.kind, self.source) if self.weak else self.source
        return {
            Flag.WIDENING: bool(widens([self.source], self.target)),
            Flag.LOSSY: bool((lost_in(node, self.target) or frozenset()) & LOSSES),
            Flag.WIDE: self.target in TRUNCATED and self.source not in TRUNCATED,
        }
