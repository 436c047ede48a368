"""The settings under which the rules of NumPy are evaluated, in place of those of JAX.

A Python scalar is weak, as in JAX, and has a default dtype of 64 bits.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from promo_typing.lattice import Lattice
from promo_typing.lattice.semantics import Semantics
from promo_typing.numpy_rules.promotion import SetsOfDtypes


class NumPySemantics(Semantics):
    """Settings under which operands are promoted by NumPy 2."""

    __slots__ = ()

    @property
    def lattice(self) -> Lattice:
        """The order in which operands are joined."""
        return _sets()


@cache
def _sets() -> SetsOfDtypes:
    return SetsOfDtypes()


NUMPY: Final = NumPySemantics(x64=True, explicit_x64="allow")
"""The one set of such settings, since NumPy has no options that change dtypes."""
