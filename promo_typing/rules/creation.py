"""Functions that make arrays, and conversions between dtypes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_typing.rules.group import group
from promo_typing.rules.model import Rule, Variant

_CONCRETE: Final = ("concrete",)

_INDICES: Final = Rule(
    (),
    "none",
    results=_CONCRETE,
    dtype_parameter="dtype",
    dtype_combine="requested_number",
    default="weak_int",
)

CREATION: Final[dict[str, Rule]] = {
    **group(
        "",
        "zeros ones empty eye identity",
        combine="none",
        results=_CONCRETE,
        dtype_parameter="dtype",
        default="weak_float",
    ),
    **group(
        "",
        "frombuffer",
        combine="none",
        results=_CONCRETE,
        dtype_parameter="dtype",
        narrowing="silent",
        default="weak_float",
    ),
    **group(
        "",
        "fromstring",
        combine="none",
        results=_CONCRETE,
        dtype_parameter="dtype",
        dtype_combine="requested_text",
        narrowing="silent",
        default="weak_float",
    ),
    # With x64 on the oldest supported JAX makes float32 of it, and later ones float64.
    **group(
        "",
        "tri",
        combine="none",
        results=_CONCRETE,
        dtype_parameter="dtype",
        default="weak_float",
        unknown_for="weak_in_x64",
    ),
    "jax.numpy.indices": replace(
        _INDICES,
        variants=(Variant("sparse", True, replace(_INDICES, container="variadic")),),
    ),
    **group("fill_value", "full", dtype_parameter="dtype"),
    **group(
        "a fill_value", "full_like", combine="first", dtype_parameter="dtype", unknown_for="weak"
    ),
    **group("a", "zeros_like ones_like", dtype_parameter="dtype"),
    **group("prototype", "empty_like", dtype_parameter="dtype"),
    **group(
        "start stop step",
        "arange",
        combine="range",
        accepts="not_complex",
        results=_CONCRETE,
        dtype_parameter="dtype",
        dtype_combine="requested_steps",
    ),
    **group(
        "start stop",
        "linspace",
        accepts="not_tiny_int",
        results=("inexact_concrete",),
        dtype_parameter="dtype",
        dtype_combine="requested_range",
        variants=(
            Variant(
                "retstep",
                True,
                Rule(
                    ("start", "stop"),
                    accepts="not_tiny_int",
                    results=("inexact_concrete", "inexact_concrete"),
                    container="tuple",
                    dtype_parameter="dtype",
                    dtype_combine="requested_range",
                    dtype_results=("same", "inexact"),
                ),
            ),
        ),
    ),
    **group(
        "start stop",
        "geomspace",
        accepts="not_tiny_int",
        results=("inexact_concrete",),
        unknown_for="wide",
        dtype_parameter="dtype",
        dtype_combine="narrow_requested_range",
    ),
    **group(
        "start stop base",
        "logspace",
        combine="powers",
        absent="weak_float",
        results=("inexact_concrete",),
        unknown_for="wide",
        dtype_parameter="dtype",
        dtype_combine="requested_powers",
    ),
    **group("object", "array", dtype_parameter="dtype"),
    **group("a", "asarray", dtype_parameter="dtype"),
    **group("x", "astype", results=("default_float",), dtype_parameter="dtype"),
    **group("a", "copy"),
    **group(
        "",
        "bartlett blackman hamming hanning",
        combine="none",
        results=_CONCRETE,
        default="weak_float",
    ),
}
