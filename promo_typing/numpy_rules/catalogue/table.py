"""All rules of NumPy's functions, by their fully-qualified public name."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.creation import CREATION
from promo_typing.numpy_rules.catalogue.linalg import LINALG
from promo_typing.numpy_rules.catalogue.products import PRODUCTS
from promo_typing.numpy_rules.catalogue.random import RANDOM
from promo_typing.numpy_rules.catalogue.reductions import REDUCTIONS
from promo_typing.numpy_rules.catalogue.shaping import SHAPING
from promo_typing.numpy_rules.catalogue.ufuncs import UFUNCS
from promo_typing.rules.model import Rule

FUNCTIONS: Final[dict[str, Rule]] = {
    **UFUNCS,
    **CREATION,
    **REDUCTIONS,
    **SHAPING,
    **PRODUCTS,
    **LINALG,
    **RANDOM,
}
