"""``jax.scipy.ndimage``: interpolation of values at coordinates."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import case, rule
from promo_typing.rules.model import (
    After,
    Alike,
    Check,
    Dtype,
    Either,
    Expression,
    First,
    If,
    Is,
    Join,
    Map,
    Of,
    Open,
    Rows,
    Rule,
)
from promo_typing.rules.model.dtype_maps import TO_CANONICAL, TO_STRONG
from promo_typing.rules.model.dtype_sets import BOOL, REAL

_VALUES: Final = Of("input")
_COORDINATES: Final = Of("coordinates")


def _weighted(weight: Expression) -> Expression:
    """The dtype of the values, to which JAX converts their weighted sum.

    ``mode`` decides whether weak values become strong before they are multiplied.
    """
    products = (Join(weight, _VALUES), Join(weight, Map(TO_STRONG, _VALUES)))
    interpolated = Either(*(After(product, _VALUES) for product in products))
    return After(Check(_COORDINATES, REAL - BOOL), Map(TO_STRONG, interpolated))


_NEAREST: Final = If(Alike(_COORDINATES), _weighted(Map(TO_CANONICAL, First(_COORDINATES))), Open())
"""Nearest neighbours: the weight is a 1 of the coordinates' dtype.

It is a NumPy scalar. For coordinates of different dtypes NumPy's own promotion applies, so the
result is unknown.
"""
_LINEAR: Final = _weighted(Join(Dtype("weak_int"), _COORDINATES))
"""Linear interpolation: the weight is the distance of the coordinates from integers."""

NDIMAGE: Final[dict[str, Rule]] = {
    "jax.scipy.ndimage.map_coordinates": rule(
        ("input", Rows("coordinates")),
        case(_NEAREST, Is("order", 0)),
        case(_LINEAR, Is("order", 1)),
        Either(_NEAREST, _LINEAR),
    ),
}
"""All functions of ``jax.scipy.ndimage`` that have a rule."""
