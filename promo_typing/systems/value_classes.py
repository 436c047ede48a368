"""Classes of values: a system returns the same for all values of a class.

A system may look at the value of a scalar, but only to see which dtypes hold it. So a cached answer
for one value holds for its whole class, and there are few classes.
"""

from __future__ import annotations

from bisect import bisect
from typing import Final

from promo_typing.systems.kinds import facts
from promo_typing.systems.numpy_dtypes import bounds_of
from promo_typing.systems.operand import KNOWN_DTYPES

FLOATS: Final[dict[int, float]] = {16: 65000.0, 32: 3.4e38}
"""The limits of values that NumPy 1 stores in a float of a width: below 65000 in 16 bits."""

_BOUNDS: Final = sorted(
    {
        bound
        for name in KNOWN_DTYPES
        if facts(name).is_integer
        for lowest, highest in [bounds_of(name)]
        for bound in (lowest, highest + 1)
    }
)
"""Bounds of integers: all integers from one bound up to, but not including, the next fit alike."""


def value_class(value: object) -> int:
    """Return the class of a number; numbers of one type and class are promoted alike."""
    if isinstance(value, int) and not isinstance(value, bool):
        return bisect(_BOUNDS, value)
    return magnitude(value) if isinstance(value, float | complex) else 0


def magnitude(value: float | complex) -> int:
    """Return the bits of the narrowest float that holds a value; for a complex one, its parts."""
    size = max(abs(value.real), abs(value.imag))
    if size != size or size == float("inf"):
        return 16
    return next((bits for bits, limit in FLOATS.items() if size < limit), 64)
