"""The names of jaxtyping that restrict the dtype of an array, and the dtypes that they allow.

``Float[Array, "batch dim"]`` is an array of one of the dtypes of ``Float``. The lists are those
that jaxtyping compares at run time; they are not NumPy's categories: no ``Float`` is a
``float8_e3m4``, and no ``Int`` an ``int1``.
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
"""A name for a whole array: it is written without brackets."""

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
"""The names that leave the dtype open, and the dtypes that they leave.

jaxtyping's ``Shaped``, ``Scalar`` and ``ScalarLike`` are not among them: they leave any.
"""

DTYPES: Final[dict[str, tuple[str, ...]]] = {
    **{name: (dtype,) for name, dtype in _EXACT.items()},
    **CATEGORIES,
}
"""All names that say something of the dtype."""


def narrowest_category(dtypes: frozenset[str]) -> str | None:
    """Return the smallest category of jaxtyping that contains all given dtypes."""
    fitting = [name for name, members in CATEGORIES.items() if dtypes.issubset(members)]
    return min(fitting, key=lambda name: len(CATEGORIES[name]), default=None)


def exact_name(dtype: str) -> str | None:
    """Return the name of jaxtyping for one dtype, if there is one."""
    return next((name for name, named in _EXACT.items() if named == dtype), None)
