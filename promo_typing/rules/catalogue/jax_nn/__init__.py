"""Functions of ``jax.nn``, with a module for each of its topics."""

from typing import Final

from promo_typing.rules.catalogue.jax_nn.activations import ACTIVATIONS
from promo_typing.rules.catalogue.jax_nn.initializers import INITIALIZERS
from promo_typing.rules.catalogue.jax_nn.normalizations import NORMALIZATIONS
from promo_typing.rules.catalogue.jax_nn.products import PRODUCTS
from promo_typing.rules.model import Rule

NN: Final[dict[str, Rule]] = {**ACTIVATIONS, **NORMALIZATIONS, **PRODUCTS, **INITIALIZERS}
"""All functions of ``jax.nn`` and its initializers."""
