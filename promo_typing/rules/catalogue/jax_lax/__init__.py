"""Functions of ``jax.lax``, with a module for each of its topics.

``jax.lax`` promotes nothing: JAX refuses operands of different dtypes. Weak operands and Python
scalars count with the dtype that they have at run time.
"""

from typing import Final

from promo_typing.rules.catalogue.jax_lax.creation import CREATION
from promo_typing.rules.catalogue.jax_lax.elementwise import ELEMENTWISE
from promo_typing.rules.catalogue.jax_lax.linalg import LINALG
from promo_typing.rules.catalogue.jax_lax.parallel import PARALLEL
from promo_typing.rules.catalogue.jax_lax.products import PRODUCTS
from promo_typing.rules.catalogue.jax_lax.reductions import REDUCTIONS
from promo_typing.rules.catalogue.jax_lax.shaping import SHAPING
from promo_typing.rules.model import Rule

LAX: Final[dict[str, Rule]] = {
    **ELEMENTWISE,
    **SHAPING,
    **REDUCTIONS,
    **CREATION,
    **PRODUCTS,
    **LINALG,
    **PARALLEL,
}
"""All functions of ``jax.lax`` that have a rule."""
