"""The dtypes in which JAX draws random numbers, for each basic distribution.

With x64 off JAX draws 64-bit numbers with 32-bit constants, which fails for some distributions.
"""

from __future__ import annotations

from typing import Final

from promo_typing.rules.model import X32, dtypes
from promo_typing.rules.model.dtype_sets import FLOATS, INEXACT, LAPACK_INEXACT

TOO_FEW_BITS: Final = dtypes("float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn")
"""Dtypes without random numbers: JAX draws random bits for at least 8 bits."""

UNIFORM: Final = FLOATS - TOO_FEW_BITS
TRUNCATED: Final = UNIFORM - dtypes("float64").under(X32)
NORMAL_SCALED: Final = INEXACT - TOO_FEW_BITS - dtypes("complex128").under(X32)
NORMAL: Final = NORMAL_SCALED - dtypes("float64").under(X32)
ORTHOGONAL: Final = LAPACK_INEXACT - dtypes("float64", "complex128").under(X32)
"""Orthogonal matrices, which LAPACK makes of normal numbers by a decomposition."""
