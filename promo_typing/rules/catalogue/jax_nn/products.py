"""Products of ``jax.nn``: attention, and matrix products of scaled numbers."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.jax_lax.products import PREFERRED, REQUESTED_PRODUCT
from promo_typing.rules.catalogue.notation import case, rule, several
from promo_typing.rules.model import (
    STRICT,
    X64,
    After,
    Check,
    Dtype,
    Given,
    Is,
    Join,
    Map,
    Of,
    Open,
    Product,
    Requested,
    Rule,
    Same,
    always,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import TO_STRONG
from promo_typing.rules.model.dtype_sets import ANY, INT64S, NOT_SMALL, SMALL_FLOATS

_ATTENDED: Final = NOT_SMALL - SMALL_FLOATS - INT64S - (ANY - dtypes("float32")).under(STRICT)
"""Dtypes that can be promoted with the scores, which are computed in float32."""

_ATTENDING: Final = Map(TO_STRONG, Same(Of("query", "key", "value")))
_SCORE: Final = Join(After(_ATTENDING, Dtype("float32")), Of("bias"))
"""The scores of queries and keys, plus the bias."""
_ATTENTION: Final = Check(After(_SCORE, _ATTENDING), _ATTENDED)

_SCALED: Final = Map(
    always("float32").but(dict.fromkeys(("weak_int", "weak_float", "weak_complex"), "weak_float")),
    Check(
        Product(Of("lhs", "rhs")),
        ANY - INT64S - dtypes("complex128") - dtypes("weak_int", "weak_complex").under(X64),
    ),
)

PRODUCTS: Final[dict[str, Rule]] = {
    "jax.nn.dot_product_attention": rule(
        ("query", "key", "value", "bias"),
        case(several(_ATTENTION, _ATTENTION), Is("return_residual", True)),
        _ATTENTION,
    ),
    "jax.nn.scaled_dot_general": rule(
        ("lhs", "rhs"),
        case(Open(), Given("configs")),
        case(_SCALED, requested=REQUESTED_PRODUCT),
        dtype=PREFERRED,
    ),
    "jax.nn.scaled_matmul": rule(
        (), case(Dtype("float32"), requested=Requested()), dtype=PREFERRED
    ),
}
"""Functions that add up products."""
