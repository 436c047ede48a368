"""``jax.scipy.integrate``: integrals of samples."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.jax_numpy.polynomials import TRAPEZOID
from promo_typing.rules.model import Rule

INTEGRATE: Final[dict[str, Rule]] = {"jax.scipy.integrate.trapezoid": TRAPEZOID}
"""All functions of ``jax.scipy.integrate`` that have a rule."""
