"""Functions of ``jax.lax`` that create arrays, or convert them to a requested dtype."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import case, rule, several, shared
from promo_typing.rules.model import (
    After,
    Alike,
    Check,
    Dtype,
    DtypeParameter,
    If,
    Map,
    Of,
    Open,
    Reinterprets,
    Requested,
    Rule,
    Truncation,
    Wider,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import TO_STRONG
from promo_typing.rules.model.dtype_sets import BOOL, NUMBERS, REAL

_OPERAND: Final = Map(TO_STRONG, Of("operand"))
_BITS: Final = REAL - BOOL
"""Dtypes whose bits JAX reinterprets as another dtype."""

_READ_AS: Final = After(
    Check(_OPERAND, _BITS),
    # For a wider dtype JAX needs a last dimension of the right size, which a rule does not see.
    If(
        Wider(Check(Requested(), _BITS), _OPERAND),
        After(Reinterprets(Requested(), _OPERAND), Open()),
        Requested(),
    ),
)

CREATION: Final[dict[str, Rule]] = {
    "jax.lax.convert_element_type": rule(
        ("operand",), case(_OPERAND, requested=Requested()), dtype="new_dtype"
    ),
    "jax.lax.bitcast_convert_type": rule(
        ("operand",),
        case(_OPERAND, requested=If(Alike(_OPERAND, Requested()), Requested(), _READ_AS)),
        dtype="new_dtype",
    ),
    **shared(
        rule((), case(Dtype("float32"), requested=Check(Requested(), NUMBERS)), dtype="dtype"),
        "jax.lax.broadcasted_iota",
        "jax.lax.iota",
    ),
    "jax.lax.rng_bit_generator": rule(
        ("key",),
        case(
            several(Of("key"), Dtype("uint32")),
            requested=(
                Of("key"),
                Check(Requested(), dtypes("uint8", "uint16", "uint32", "uint64")),
            ),
        ),
        dtype="dtype",
    ),
    "jax.lax.axis_index": rule((), Dtype("int32")),
    "jax.lax.full": rule(
        ("fill_value",), case(Of("fill_value"), requested=Requested()), dtype="dtype"
    ),
    "jax.lax.empty": rule(
        (),
        case(Dtype("float32"), requested=Requested()),
        dtype=DtypeParameter("dtype", Truncation.NONE),
    ),
    "jax.lax.full_like": rule(
        ("x", "fill_value"),
        case(After(Of("fill_value"), Of("x")), requested=Requested()),
        dtype="dtype",
    ),
}
"""The rules of functions that create or convert arrays."""
