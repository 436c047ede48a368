"""The values of a dtype: their range and precision, which a promotion may lose."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import INTEGER_KINDS, NODES, PYTHON_SCALARS, Node
from promo_typing.core.formats import FLOAT_FORMATS, integer_bounds, real_part


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a real number of some dtype.

    Attributes:
        lowest: the least value.
        highest: the greatest value.
        digits: the most binary digits of a value.
        finest: the exponent of the smallest positive value, 0 for an integer.
        zero: whether 0 is one of the values.
    """

    lowest: float
    highest: float
    digits: int
    finest: int = 0
    zero: bool = True

    def are_within(self, other: Values) -> bool:
        """Whether all values are in the range of the other dtype, if only after rounding."""
        return other.lowest <= self.lowest and self.highest <= other.highest

    def are_exact_in(self, other: Values) -> bool:
        """Whether the other dtype has, without rounding, each of these values in its range."""
        whole_digits = int(min(self.highest, other.highest)).bit_length()
        digits_kept = min(self.digits, whole_digits - self.finest) <= other.digits
        return digits_kept and self.finest >= other.finest and (other.zero or not self.zero)


_OF_SYMBOL: Final = {node.symbol: node for node in NODES.values()}


def node_of(name: str) -> Node | None:
    """Return the node for a name or symbol: ``float32``, ``weak_int``, ``i*``, ``int``.

    It is None for other names, which a user's own lattice may have.
    """
    return _OF_SYMBOL.get(name) or NODES.get(PYTHON_SCALARS.get(name, name))


def values_of(node: Node) -> Values:
    """Return the values of a strong dtype, or those of each part of a complex dtype."""
    if node.kind == "bool":
        return Values(0, 1, 1)
    if node.kind in INTEGER_KINDS:
        lowest, highest = integer_bounds(node.kind, node.bits)
        # The lowest value, 0 or a power of two, needs no more digits than the highest.
        return Values(lowest, highest, highest.bit_length())
    stored = FLOAT_FORMATS[real_part(node.name)]
    least = -stored.highest if stored.signed else 0
    return Values(least, stored.highest, stored.digits, stored.finest, zero=stored.signed)
