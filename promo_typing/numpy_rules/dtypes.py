"""The dtypes that NumPy's rules know."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import NODES, OF_NUMPY, WEAK

OWN: Final = OF_NUMPY.union(WEAK)
"""The nodes of which NumPy promotes any with any: its own dtypes, and scalars of Python."""
EXTENDED: Final = ("bfloat16",)
"""Dtypes of ``ml_dtypes`` that are told, too; NumPy promotes them with few others."""
DTYPES: Final = tuple(name for name in NODES if name in OF_NUMPY or name in EXTENDED)
