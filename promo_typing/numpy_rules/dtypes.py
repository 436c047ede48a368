"""The dtypes that NumPy's rules know."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import NODES, OF_NUMPY

EXTENDED: Final = ("bfloat16",)
"""Dtypes of ``ml_dtypes``, which NumPy promotes with few others."""
DTYPES: Final = tuple(name for name in NODES if name in OF_NUMPY or name in EXTENDED)
