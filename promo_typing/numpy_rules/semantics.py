"""NumPy in the place of JAX's settings: what a rule is evaluated under.

A Python scalar is weak, as in JAX, and has a default dtype of 64 bits.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from promo_typing.lattice import Lattice
from promo_typing.lattice.semantics import Semantics
from promo_typing.numpy_rules.promotion import SetsOfDtypes


class NumPySemantics(Semantics):
    """Settings under which operands are promoted as NumPy 2 promotes them."""

    __slots__ = ()

    @property
    def lattice(self) -> Lattice:
        """What joins operands."""
        return _sets()


@cache
def _sets() -> SetsOfDtypes:
    return SetsOfDtypes()


NUMPY: Final = NumPySemantics(x64=True, explicit_x64="allow")
"""NumPy has no settings of its own that decide a dtype."""
