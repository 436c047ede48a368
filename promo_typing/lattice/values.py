"""Which values a dtype has, as far as promotion can lose one.

Sources: IEEE 754, bfloat16 as ml_dtypes has it, and the OCP formats of 4, 6 and 8 bits; the tests
compare all of them with ``np.finfo``, ``np.iinfo`` and the ones of ml_dtypes.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

from promo_typing.core.dtypes import NODES, PYTHON_SCALARS, Node


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a real number of some dtype.

    None is below ``lowest`` or above ``highest``. ``digits`` is the number of binary digits that
    each may use, ``finest`` the exponent of the smallest positive one, 0 for an integer. ``zero``
    tells whether 0 is one of the values.
    """

    lowest: float
    highest: float
    digits: int
    finest: int = 0
    zero: bool = True

    def are_within(self, other: Values) -> bool:
        """Whether no value overflows as one of the other; rounding is not looked at."""
        return other.lowest <= self.lowest and self.highest <= other.highest

    def are_exact_in(self, other: Values) -> bool:
        """Whether each value that is within the others' range is one of them."""
        whole_digits = int(min(self.highest, other.highest)).bit_length()
        digits_kept = min(self.digits, whole_digits - self.finest) <= other.digits
        return digits_kept and self.finest >= other.finest and (other.zero or not self.zero)


def _float(digits: int, finest: int, highest: float) -> Values:
    return Values(-highest, highest, digits, finest)


_FLOATS: Final[dict[str, Values]] = {
    "float4_e2m1fn": _float(2, -1, 6.0),
    "float6_e2m3fn": _float(4, -3, 7.5),
    "float6_e3m2fn": _float(3, -4, 28.0),
    "float8_e3m4": _float(5, -6, 15.5),
    "float8_e4m3": _float(4, -9, 240.0),
    "float8_e4m3b11fnuz": _float(4, -13, 30.0),
    "float8_e4m3fn": _float(4, -9, 448.0),
    "float8_e4m3fnuz": _float(4, -10, 240.0),
    "float8_e5m2": _float(3, -16, 57344.0),
    "float8_e5m2fnuz": _float(3, -17, 57344.0),
    # Powers of two without a sign and without a zero.
    "float8_e8m0fnu": Values(0, 2.0**127, 1, -127, zero=False),
    "bfloat16": _float(8, -133, (2 - 2.0**-7) * 2.0**127),
    "float16": _float(11, -24, 65504.0),
    "float32": _float(24, -149, (2 - 2.0**-23) * 2.0**127),
    "float64": _float(53, -1074, sys.float_info.max),
}

_PARTS: Final = {"complex64": "float32", "complex128": "float64"}
"""The dtype of a complex number's two parts."""

_OF_SYMBOL: Final = {node.symbol: node for node in NODES.values()}


def node_of(name: str) -> Node | None:
    """Return the dtype of a name as lattices have it: ``float32``, ``weak_int``, ``i*``, ``int``.

    None is a name that is no dtype of JAX, as in a lattice of somebody's own.
    """
    return _OF_SYMBOL.get(name) or NODES.get(PYTHON_SCALARS.get(name, name))


def values_of(node: Node) -> Values:
    """Return the values that a number of a concrete dtype has, or each part of a complex one."""
    if node.kind == "bool":
        return Values(0, 1, 1)
    if node.kind == "unsigned":
        return Values(0, 2**node.bits - 1, node.bits)
    if node.kind == "signed":
        # The lowest value is a power of two: it takes no digit more.
        half = 2 ** (node.bits - 1)
        return Values(-half, half - 1, node.bits - 1)
    return _FLOATS[_PARTS.get(node.name, node.name)]


def width_of(node: Node) -> int:
    """Return the bits of a real number of a concrete dtype: those of each part of a complex one."""
    return node.bits // 2 if node.kind == "complex" else node.bits
