"""The dtypes that the rules of NumPy cover."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import NODES, OF_NUMPY, WEAK

OWN: Final = OF_NUMPY.union(WEAK)
"""The nodes that NumPy promotes with each other: its own dtypes, and Python scalars."""
EXTENDED: Final = ("bfloat16",)
"""Dtypes of ``ml_dtypes`` that the rules cover, too; NumPy promotes them with few others."""
DTYPES: Final = tuple(name for name in NODES if name in OF_NUMPY or name in EXTENDED)
