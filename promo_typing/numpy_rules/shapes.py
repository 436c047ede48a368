"""What a function of NumPy returns, as far as it may be a scalar of NumPy and no array.

For JAX the two count the same; NumPy's stubs have different types for them.
"""

from __future__ import annotations

from promo_typing.core.dataclass import dataclass
from promo_typing.rules.model import ArrayOf


@dataclass(frozen=True, slots=True)
class Elementwise(ArrayOf):
    """A scalar if all operands are scalars, else an array."""


@dataclass(frozen=True, slots=True)
class Reduced(ArrayOf):
    """A scalar, unless one of the arguments names axes."""


@dataclass(frozen=True, slots=True)
class ByRanks(ArrayOf):
    """A scalar or an array, as the ranks of the operands decide."""
