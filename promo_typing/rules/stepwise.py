"""Combinations for functions of ``jax.scipy`` that promote their operands one after another."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.accepts import ACCEPTS
from promo_typing.rules.joining import Combine, Combined, join
from promo_typing.rules.maps import RESULT_MAPS
from promo_typing.rules.model import Refusal, Rejected, Unknown

_PLACES: Final = "not_complex but bool"
"""What coordinates may be."""

_PARTS: Final = "only float32 float64"
"""What ``lax.complex`` makes complex numbers of."""


def _nearest(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The values, weighted with a 1 of the coordinates' dtype.

    It is a number of NumPy, which multiplies those of different coordinates by its own rules.
    """
    values, *places = operands
    if len(set(places)) != 1:
        return Unknown()
    one = semantics.canonical(semantics.concrete(places[0]))
    return _weighted(values, places, one, semantics)


def _linear(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The values, weighted with the distances of the coordinates from integers."""
    values, *places = operands
    return _weighted(values, places, join(("weak_int", *places), semantics), semantics)


def _weighted(
    values: str, places: list[str], weight: str | Combined, semantics: Semantics
) -> Combined:
    """The dtype of the values, to which their product with the weight is converted.

    The mode says whether weak ones become concrete before they are multiplied.
    """
    refused = [p for p in places if not ACCEPTS[_PLACES].contains(p, semantics)]
    if refused:
        return Rejected(refused[0], _PLACES)
    if not isinstance(weight, str):
        return weight
    weak, concrete = (join((weight, v), semantics) for v in (values, semantics.concrete(values)))
    if isinstance(weak, str) != isinstance(concrete, str):
        return Unknown()
    return values if isinstance(concrete, str) else concrete


def _nearest_or_linear(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """What both say, if they agree."""
    nearest, linear = _nearest(operands, semantics), _linear(operands, semantics)
    refused = isinstance(nearest, Refusal) and isinstance(linear, Refusal)
    return nearest if refused or nearest == linear else Unknown()


def _harmonic(operands: tuple[str, ...], semantics: Semantics) -> Combined:
    """The real dtype whose complex numbers spherical harmonics are.

    They are a Legendre function of ``theta`` times the exponential of ``order * phi`` times the
    sign of a negative order, a power of ``-1.0``.
    """
    degree, order, theta, phi = operands
    for index in (degree, order):
        if not ACCEPTS["integer"].contains(index, semantics):
            return Rejected(index, "integer")
    size = RESULT_MAPS["absolute"](order, semantics)
    angle = join((size, phi), semantics)
    sign = join(("weak_float", size), semantics)
    if not isinstance(angle, str) or not isinstance(sign, str):
        return sign if isinstance(angle, str) else angle
    legendre = RESULT_MAPS["inexact_concrete"](theta, semantics)
    part = RESULT_MAPS["inexact"](angle, semantics)
    product = join((legendre, part), semantics)
    if not isinstance(product, str):
        return product
    for each in (semantics.concrete(part), product):
        if not ACCEPTS[_PARTS].contains(each, semantics):
            return Rejected(each, _PARTS)
    return join((sign if NODES[order].weak else semantics.concrete(sign), product), semantics)


STEPWISE: Final[dict[str, Combine]] = {
    "nearest": _nearest,
    "linear": _linear,
    "nearest_or_linear": _nearest_or_linear,
    "harmonic": _harmonic,
}
"""Ways to combine operands in the steps of a single function."""
