"""Requested dtypes that a function takes only some of."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.accepts import ACCEPTS
from promo_typing.rules.joining import Combine, Combined
from promo_typing.rules.model import Rejected, Unknown

_TOO_FEW_BITS: Final = "float4_e2m1fn float6_e2m3fn float6_e3m2fn"
"""Random bits are drawn for dtypes of at least 8 bits."""

TAKEN: Final[dict[str, str]] = {
    "requested_integer": "integer",
    "requested_text": "only bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 float32"
    " float64 complex64 complex128",
    "requested_unsigned": "only uint8 uint16 uint32 uint64",
    "requested_real": "real_inexact",
    "requested_signs": "any but bool/strict",
    "requested_uniform": f"real_inexact but {_TOO_FEW_BITS}",
    "requested_truncated": f"real_inexact but {_TOO_FEW_BITS} float64/narrow",
    "requested_normal": f"inexact but {_TOO_FEW_BITS} float64/narrow complex128/narrow",
    "requested_deviating": f"inexact but {_TOO_FEW_BITS} complex128/narrow",
    "requested_orthogonal": "lapack_inexact but float64/narrow complex128/narrow",
}
"""The key of ACCEPTS for each. With x64 off JAX draws 64-bit numbers with 32-bit constants."""


def _requested(accepted: str) -> Combine:
    def combined(operands: tuple[str, ...], semantics: Semantics) -> Combined:
        requested = operands[-1]
        taken = ACCEPTS[accepted].contains(requested, semantics)
        return requested if taken else Rejected(requested, accepted)

    return combined


def _complex_open(accepted: str) -> Combine:
    """Open for complex numbers where 64 bits are allowed: ``complex`` is then one of 128 bits."""
    combine = _requested(accepted)

    def combined(operands: tuple[str, ...], semantics: Semantics) -> Combined:
        allowed = semantics.explicit_x64 == "allow" and not semantics.x64
        open_ = allowed and NODES[operands[-1]].kind == "complex"
        return Unknown() if open_ else combine(operands, semantics)

    return combined


_unsigned: Final = _requested(TAKEN["requested_unsigned"])


def _bits(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """Unsigned integers; there are no random bits in units of fewer than 8."""
    requested = operands[-1]
    if requested in ("uint1", "uint2", "uint4"):
        return "uint8"
    return _unsigned(operands, semantics)


def _labels(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The requested dtype; what is looked at are numbers."""
    label, requested = operands
    return Rejected("bool", "not_bool") if label == "bool" else requested


REQUESTED: Final = {
    **{name: _requested(accepted) for name, accepted in TAKEN.items()},
    "requested_variance": _complex_open(f"inexact but {_TOO_FEW_BITS} float64/narrow"),
    "requested_bounded": _complex_open(f"inexact but {_TOO_FEW_BITS}"),
    "requested_bits": _bits,
    "requested_labels": _labels,
}
"""Combinations that refuse some requested dtypes, and else keep them."""
