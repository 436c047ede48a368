"""Products of vectors, matrices and tensors in ``jax.numpy``, and filters."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import case, promoted, promoting, rule, shared
from promo_typing.rules.model import (
    Accumulates,
    After,
    Alike,
    Both,
    Counts,
    Either,
    Expression,
    First,
    HoldsProducts,
    If,
    IfTaken,
    In,
    Join,
    Map,
    Of,
    Open,
    Product,
    Ranked,
    Requested,
    Rest,
    Rule,
)
from promo_typing.rules.model.dtype_maps import TO_INEXACT, TO_STRONG
from promo_typing.rules.model.dtype_sets import FLOATS, NUMBERS, WEAK

PREFERRED: Final = "preferred_element_type"


def _contracted(*operands: str) -> Expression:
    """The common dtype, which must be at least as wide as the products of ``lax.dot_general``.

    ``lax.dot_general`` sees run-time dtypes: with x64 off, a weak integer is an int32, and its
    products are wider than int8, the join of a weak integer and int8.
    """
    return HoldsProducts(Join(Of(*operands)), Product(Of(*operands)))


def _requested_of(*operands: str) -> Expression:
    """The requested dtype, which must be wide enough for products of the run-time dtypes."""
    return HoldsProducts(Requested(), Product(Map(TO_STRONG, Of(*operands))))


def _contraction(left: str, right: str) -> Rule:
    return rule(
        (left, right),
        case(_contracted(left, right), requested=_requested_of(left, right)),
        dtype=PREFERRED,
    )


DOT: Final = _contraction("a", "b")
OUTER: Final = promoting("a", "b")
CROSS: Final = promoting("a", "b", accepts=NUMBERS, to=TO_STRONG)
VECDOT: Final = _contraction("x1", "x2")

_FACTORS: Final = Of("operands")
_EINSUM: Final = rule(
    (Rest("operands"),),
    case(
        # With more than two operands the order of products decides whether one is too narrow.
        If(
            Alike(_FACTORS),
            First(_FACTORS),
            If(Counts(_FACTORS, 2), _contracted("operands"), Open()),
        ),
        requested=If(
            Counts(_FACTORS, 2),
            _requested_of("operands"),
            If(
                Counts(_FACTORS, 1),
                Requested(),
                If(
                    Both(In(_FACTORS, FLOATS), Ranked(_FACTORS, Requested())),
                    Requested(),
                    Open(),
                ),
            ),
        ),
    ),
    dtype=PREFERRED,
)

_FILTER: Final = rule(
    ("a", "v"),
    case(
        Map(TO_INEXACT, promoted("a", "v")),
        # With weak operands the result is weak and has the requested dtype: no node stands for it.
        requested=If(
            In(promoted("a", "v"), WEAK),
            After(Accumulates(Requested(), promoted("a", "v")), Open()),
            Accumulates(Requested(), promoted("a", "v")),
        ),
    ),
    dtype=PREFERRED,
)

PRODUCTS: Final[dict[str, Rule]] = {
    **shared(DOT, "jax.numpy.dot", "jax.numpy.tensordot", "jax.numpy.vdot", "jax.numpy.matmul"),
    "jax.numpy.vecdot": VECDOT,
    **shared(rule(("x1", "x2"), _contracted("x1", "x2")), "jax.numpy.matvec", "jax.numpy.vecmat"),
    # Operands without dimensions are multiplied, for which JAX accepts more dtypes.
    "jax.numpy.inner": rule(
        ("a", "b"),
        case(
            Either(_contracted("a", "b"), promoted("a", "b")),
            requested=IfTaken(_requested_of("a", "b")),
        ),
        dtype=PREFERRED,
    ),
    "jax.numpy.outer": OUTER,
    "jax.numpy.kron": promoting("a", "b", accepts=NUMBERS),
    "jax.numpy.cross": CROSS,
    "jax.numpy.einsum": _EINSUM,
    **shared(_FILTER, "jax.numpy.convolve", "jax.numpy.correlate"),
}
"""Functions that add up products."""
