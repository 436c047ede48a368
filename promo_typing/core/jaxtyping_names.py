"""The names of jaxtyping that restrict the dtype of an array, and the dtypes that they allow.

``Float[Array, "batch dim"]`` is an array of one of the dtypes of ``Float``. The lists are those
that jaxtyping checks at run time. They differ from NumPy's categories: ``Float`` lacks
``float8_e3m4``, and ``Int`` lacks ``int1``.
"""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import PRNG_KEY

MODULE: Final = "jaxtyping"

_EXACT: Final = {
    "Bool": "bool",
    "UInt2": "uint2",
    "UInt4": "uint4",
    "UInt8": "uint8",
    "UInt16": "uint16",
    "UInt32": "uint32",
    "UInt64": "uint64",
    "Int2": "int2",
    "Int4": "int4",
    "Int8": "int8",
    "Int16": "int16",
    "Int32": "int32",
    "Int64": "int64",
    "Float8e4m3b11fnuz": "float8_e4m3b11fnuz",
    "Float8e4m3fn": "float8_e4m3fn",
    "Float8e4m3fnuz": "float8_e4m3fnuz",
    "Float8e5m2": "float8_e5m2",
    "Float8e5m2fnuz": "float8_e5m2fnuz",
    "BFloat16": "bfloat16",
    "Float16": "float16",
    "Float32": "float32",
    "Float64": "float64",
    "Complex64": "complex64",
    "Complex128": "complex128",
    "Key": PRNG_KEY,
}


def _named(prefix: str) -> tuple[str, ...]:
    return tuple(dtype for name, dtype in _EXACT.items() if name.startswith(prefix))


_UNSIGNED: Final = _named("UInt")
_SIGNED: Final = _named("Int")
_FLOATS: Final = ("float4_e2m1fn", *_named("Float8"), "bfloat16", "float16", "float32", "float64")
_COMPLEX: Final = _named("Complex")

KEY_ARRAY: Final = "PRNGKeyArray"
"""The one name that is a whole annotation: ``PRNGKeyArray`` is written without ``[Array, ...]``."""

CATEGORIES: Final[dict[str, tuple[str, ...]]] = {
    "UInt": _UNSIGNED,
    "Int": _SIGNED,
    "Integer": (*_UNSIGNED, *_SIGNED),
    "Float": _FLOATS,
    "Complex": _COMPLEX,
    "Inexact": (*_FLOATS, *_COMPLEX),
    "Real": (*_UNSIGNED, *_SIGNED, *_FLOATS),
    "Num": (*_UNSIGNED, *_SIGNED, *_FLOATS, *_COMPLEX),
    KEY_ARRAY: (PRNG_KEY, "uint32"),
}
"""The names that allow several dtypes, and these dtypes.

jaxtyping's ``Shaped``, ``Scalar`` and ``ScalarLike`` are not among them: they allow any dtype.
"""

DTYPES: Final[dict[str, tuple[str, ...]]] = {
    **{name: (dtype,) for name, dtype in _EXACT.items()},
    **CATEGORIES,
}
"""All names that restrict the dtype, and the dtypes that they allow."""


def narrowest_category(dtypes: frozenset[str]) -> str | None:
    """Return the smallest of :data:`CATEGORIES` with all given dtypes, None if there is none."""
    fitting = [name for name, members in CATEGORIES.items() if dtypes.issubset(members)]
    return min(fitting, key=lambda name: len(CATEGORIES[name]), default=None)


def exact_name(dtype: str) -> str | None:
    """Return the name of jaxtyping for exactly one dtype, None if there is none."""
    return next((name for name, named in _EXACT.items() if named == dtype), None)
