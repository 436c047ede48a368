"""Functions of ``jax.image``."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import promoting, shared
from promo_typing.rules.model import Rule
from promo_typing.rules.model.dtype_maps import TO_INEXACT_STRONG

IMAGE: Final[dict[str, Rule]] = shared(
    promoting("image", to=TO_INEXACT_STRONG),
    "jax.image.resize",
    "jax.image.scale_and_translate",
)
"""The rules of functions that resize images."""
