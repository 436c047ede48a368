"""Shapes of NumPy's results: whether they are scalars or arrays.

For JAX a NumPy scalar counts as an array; NumPy's stubs have different types for both.
"""

from __future__ import annotations

from promo_typing.rules.model import ArrayOf


class Elementwise(ArrayOf):
    """A scalar if all operands are scalars, else an array."""

    __slots__ = ()


class Reduced(ArrayOf):
    """A scalar, unless one of the arguments names axes."""

    __slots__ = ()


class ByRanks(ArrayOf):
    """A scalar or an array, depending on the ranks of the operands."""

    __slots__ = ()
