"""Products of jax.nn: attention, and matrix products of scaled numbers."""

from __future__ import annotations

from functools import partial
from typing import Final

from promo_typing.rules.group import group
from promo_typing.rules.model import Rule, Variant
from promo_typing.rules.products import PREFERRED

_TINY: Final = (
    "float4_e2m1fn float6_e2m3fn float6_e3m2fn float8_e3m4 float8_e4m3 float8_e4m3b11fnuz"
    " float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu"
)

_ATTENDED: Final = (
    "not_small_int but uint64 int64 bool/strict uint8/strict uint16/strict uint32/strict"
    " int8/strict int16/strict int32/strict bfloat16/strict float16/strict float64/strict"
    f" complex64/strict complex128/strict {_TINY}"
)
"""What may be promoted with scores, which are float32."""

_nn: Final = partial(group, module="jax.nn")

PRODUCTS: Final[dict[str, Rule]] = {
    **_nn(
        "query key value bias",
        "dot_product_attention",
        combine="attention",
        accepts=_ATTENDED,
        variants=(
            Variant(
                "return_residual",
                True,
                Rule(
                    ("query", "key", "value", "bias"),
                    combine="attention",
                    accepts=_ATTENDED,
                    results=("same", "same"),
                    container="tuple",
                ),
            ),
        ),
    ),
    **_nn(
        "lhs rhs",
        "scaled_dot_general",
        results=("float32 but weak_int=weak_float weak_float=weak_float weak_complex=weak_float",),
        combine="product",
        accepts="any but uint64 int64 complex128 weak_int/x64 weak_complex/x64",
        dtype_parameter=PREFERRED,
        dtype_combine="requested_product",
        unknown_with=("configs",),
    ),
    **_nn(
        "",
        "scaled_matmul",
        combine="none",
        default="float32",
        dtype_parameter=PREFERRED,
    ),
}
