"""Functions of ``jax.lax`` that add up products."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.jax_lax.notation import one_dtype
from promo_typing.rules.catalogue.notation import case, rule, shared
from promo_typing.rules.model import (
    Accumulates,
    After,
    Dtype,
    DtypeParameter,
    Expression,
    HoldsProducts,
    If,
    In,
    Known,
    Map,
    Of,
    Open,
    Product,
    Requested,
    Rows,
    Rule,
    Truncation,
)
from promo_typing.rules.model.dtype_maps import TO_STRONG
from promo_typing.rules.model.dtype_sets import NUMBERS, WEAK

PREFERRED: Final = "preferred_element_type"
_FACTORS: Final = Of("lhs", "rhs")
_PRODUCT: Final = Product(_FACTORS)


def _unless_weak(operands: Of, requested: Expression) -> Expression:
    """The requested dtype, open for weak operands: the result is then weak, and no node fits."""
    return If(In(operands, WEAK), Open(), requested)


def _convolved(*operands: str) -> Expression:
    """The requested dtype, which must have the kind of the operands and at least their width."""
    taken = Accumulates(Requested(), one_dtype(*operands))
    return After(taken, _unless_weak(Of(*operands), Requested()))


REQUESTED_PRODUCT: Final = _unless_weak(_FACTORS, HoldsProducts(Requested(), _PRODUCT))
"""The requested dtype, which must be wide enough for products of integers."""

PRODUCTS: Final[dict[str, Rule]] = {
    **shared(
        rule(("lhs", "rhs"), case(_PRODUCT, requested=REQUESTED_PRODUCT), dtype=PREFERRED),
        "jax.lax.dot",
        "jax.lax.dot_general",
    ),
    **shared(
        rule(
            ("lhs", "rhs"),
            case(
                Map(TO_STRONG, _PRODUCT),
                requested=HoldsProducts(Requested(), Product(Map(TO_STRONG, _FACTORS))),
            ),
            dtype=DtypeParameter(PREFERRED, Truncation.NONE),
        ),
        "jax.lax.ragged_dot",
        "jax.lax.ragged_dot_general",
    ),
    "jax.lax.batch_matmul": rule(("lhs", "rhs"), _PRODUCT),
    "jax.lax.conv_general_dilated_local": rule(("lhs", "rhs"), Map(TO_STRONG, _PRODUCT)),
    **shared(
        rule(
            ("lhs", "rhs"),
            case(one_dtype("lhs", "rhs"), requested=_convolved("lhs", "rhs")),
            dtype=PREFERRED,
        ),
        "jax.lax.conv",
        "jax.lax.conv_general_dilated",
        "jax.lax.conv_transpose",
        "jax.lax.conv_with_general_padding",
    ),
    "jax.lax.conv_general_dilated_patches": rule(
        ("lhs",),
        case(Map(TO_STRONG, Of("lhs")), requested=_convolved("lhs")),
        dtype=PREFERRED,
    ),
    "jax.lax.scaled_dot": rule((), case(Dtype("bfloat16"), requested=Requested()), dtype=PREFERRED),
    "jax.lax.polynomial": rule(
        ("x", Rows("coeffs")),
        # The coefficients are converted to the dtype of ``x``. The result of weak operands is weak
        # for some Python scalars only.
        Known(If(In(Of("x", "coeffs"), WEAK), Open(), Map(TO_STRONG, Of("x"))), NUMBERS),
    ),
}
"""Matrix products, convolutions and polynomials."""
