"""Classes of values: whatever a system returns for a value, it returns for all of its class.

A system may look at the value of a scalar, but only to see which dtypes hold it. So an answer for
one value holds for all of its class, and there are few classes.
"""

from __future__ import annotations

from bisect import bisect
from typing import Final

from promo_typing.systems.kinds import facts
from promo_typing.systems.numpy_dtypes import bounds_of
from promo_typing.systems.operand import KNOWN_DTYPES

FLOATS: Final[dict[int, float]] = {16: 65000.0, 32: 3.4e38}
"""The limit below which NumPy 1 takes a value for a float of so many bits."""

_BOUNDS: Final = sorted(
    {
        bound
        for name in KNOWN_DTYPES
        if facts(name).is_integer
        for lowest, highest in [bounds_of(name)]
        for bound in (lowest, highest + 1)
    }
)
"""Integers between two of these, the lower one included, fit into the same dtypes."""


def value_class(value: object) -> int:
    """Return the class of a value, a number; values of one class are promoted alike."""
    if isinstance(value, int) and not isinstance(value, bool):
        return bisect(_BOUNDS, value)
    return magnitude(value) if isinstance(value, float | complex) else 0


def magnitude(value: float | complex) -> int:
    """Return the bits of the narrowest float that holds a value, or both parts of a complex one."""
    size = max(abs(value.real), abs(value.imag))
    if size != size or size == float("inf"):
        return 16
    return next((bits for bits, limit in FLOATS.items() if size < limit), 64)
