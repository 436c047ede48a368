"""How numbers are stored: formats of floats, parts of complex numbers, bounds of integers, widths.

Sources: IEEE 754, bfloat16 as ml_dtypes has it, and the OCP formats of 4, 6 and 8 bits. The tests
compare all formats with ``np.finfo`` and ``ml_dtypes.finfo``.
"""

from __future__ import annotations

import math
import struct
import sys
from typing import Final, NamedTuple

from promo_typing.core.dtypes import NODES, OF_NUMPY, Kind


class FloatFormat(NamedTuple):
    """A binary float format: its digits, the exponent of its smallest positive value, its maximum.

    ``digits`` counts the binary digits of the significand, with the implicit one. The smallest
    positive value is ``2**finest``, the largest is ``highest``. ``signed`` is false for
    ``float8_e8m0fnu`` alone, which has neither negative values nor a zero. ``infinite`` tells
    whether the format has infinities. In a format without them a number that is too large becomes
    NaN, or the largest value if the format has fewer than 8 bits.
    """

    digits: int
    finest: int
    highest: float
    signed: bool = True
    infinite: bool = True

    @property
    def max_exponent(self) -> int:
        """The exponent of the smallest power of two that overflows: ``maxexp`` of ``np.finfo``."""
        return math.frexp(self.highest)[1]

    @property
    def smallest(self) -> float:
        """The smallest positive value."""
        return math.ldexp(1.0, self.finest)

    @property
    def last_rounded(self) -> float:
        """The midpoint between the largest value and the next one: larger numbers overflow."""
        return self.highest + math.ldexp(1.0, self.max_exponent - self.digits - 1)

    @property
    def ends_even(self) -> bool:
        """Whether the last digit of the largest value is 0, so that ties round to this value."""
        return math.ldexp(self.highest, self.digits - self.max_exponent) % 2 == 0

    @property
    def mantissa_bits(self) -> int:
        """The number of digits that are stored: ``nmant`` of ``np.finfo``."""
        return self.digits - 1


FLOAT_FORMATS: Final[dict[str, FloatFormat]] = {
    "float4_e2m1fn": FloatFormat(2, -1, 6.0, infinite=False),
    "float6_e2m3fn": FloatFormat(4, -3, 7.5, infinite=False),
    "float6_e3m2fn": FloatFormat(3, -4, 28.0, infinite=False),
    "float8_e3m4": FloatFormat(5, -6, 15.5),
    "float8_e4m3": FloatFormat(4, -9, 240.0),
    "float8_e4m3b11fnuz": FloatFormat(4, -13, 30.0, infinite=False),
    "float8_e4m3fn": FloatFormat(4, -9, 448.0, infinite=False),
    "float8_e4m3fnuz": FloatFormat(4, -10, 240.0, infinite=False),
    "float8_e5m2": FloatFormat(3, -16, 57344.0),
    "float8_e5m2fnuz": FloatFormat(3, -17, 57344.0, infinite=False),
    # Powers of two without a sign and without a zero.
    "float8_e8m0fnu": FloatFormat(1, -127, 2.0**127, signed=False, infinite=False),
    "bfloat16": FloatFormat(8, -133, (2 - 2.0**-7) * 2.0**127),
    "float16": FloatFormat(11, -24, 65504.0),
    "float32": FloatFormat(24, -149, (2 - 2.0**-23) * 2.0**127),
    "float64": FloatFormat(53, -1074, sys.float_info.max),
}

REAL_PARTS: Final[dict[str, str]] = {
    "complex64": "float32",
    "complex128": "float64",
    "weak_complex": "weak_float",
}
"""The dtype of the real and the imaginary part of a complex number."""

COMPLEX_OF: Final[dict[str, str]] = {part: whole for whole, part in REAL_PARTS.items()}
"""The complex dtype whose parts have a given real dtype."""


def real_part(node: str) -> str:
    """The dtype of the parts of a complex number; a real one is its own part."""
    return REAL_PARTS.get(node, node)


def width(node: str) -> int:
    """The bits of a number of a strong dtype: of each part, if the dtype is complex.

    The width of ``bool`` is 1, the bits of information, although it is stored in 8.
    """
    return 1 if node == "bool" else NODES[real_part(node)].bits


def integer_bounds(kind: Kind, bits: int) -> tuple[int, int]:
    """Return the lowest and the highest integer of a kind, signed or unsigned, and a width."""
    if kind == "unsigned":
        return 0, 2**bits - 1
    return -(2 ** (bits - 1)), 2 ** (bits - 1) - 1


def extreme(value: float, node: str) -> float | None:
    """Return the infinity, NaN or 0 to which a float dtype rounds a finite number other than 0.

    It is None for a number that stays finite and other than 0. It is also None for dtypes that are
    not floats, for ``float8_e8m0fnu``, which has no 0, and for formats of fewer than 8 bits, which
    saturate at their largest value.
    """
    layout = FLOAT_FORMATS.get(node)
    if layout is None or not layout.signed or width(node) < _SMALLEST_WITH_NAN:
        return None
    if value == 0 or not _is_finite_float(value):
        return None
    magnitude = _on_the_way(abs(value), node)
    if magnitude <= layout.smallest / 2:
        return 0.0
    if magnitude < layout.last_rounded or (magnitude == layout.last_rounded and layout.ends_even):
        return None
    return math.copysign(math.inf, value) if layout.infinite else math.nan


def rounds_to_one(value: float, node: str) -> bool:
    """Whether a number other than 1 is rounded to 1 in a float dtype, ties included."""
    layout = FLOAT_FORMATS.get(node)
    if layout is None or value == 1 or not _is_finite_float(value):
        return False
    spacing = math.ldexp(1.0, -layout.digits)
    return 1 - spacing / 2 <= _on_the_way(value, node) <= 1 + spacing


def _is_finite_float(value: float) -> bool:
    """Whether a number is a finite float in Python: ``float(10**400)`` raises OverflowError."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _on_the_way(value: float, node: str) -> float:
    """The number that is rounded to the dtype: for a dtype of ml_dtypes first rounded to float32.

    For NumPy's own dtypes it is the number itself.
    """
    if node in OF_NUMPY:
        return value
    highest = FLOAT_FORMATS[_BETWEEN].highest
    within = max(-highest, min(value, highest))
    rounded: float = struct.unpack("f", struct.pack("f", within))[0]
    return rounded


_BETWEEN: Final = "float32"
_SMALLEST_WITH_NAN: Final = 8
