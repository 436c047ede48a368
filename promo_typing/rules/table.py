"""All rules: functions by their fully-qualified public name, methods of arrays by name."""

from __future__ import annotations

from typing import Final

from promo_typing.rules import (
    creation,
    elementwise,
    lax,
    lax_linalg,
    lax_parallel,
    linalg,
    methods,
    nn,
    nn_products,
    operators,
    products,
    random,
    reductions,
    scipy_linalg,
    scipy_signal,
    scipy_special,
    scipy_stats,
    sets,
    shaping,
)
from promo_typing.rules.keys import with_keys
from promo_typing.rules.model import Rule

_FUNCTIONS: Final[dict[str, Rule]] = {
    **operators.FUNCTIONS,
    **elementwise.UNARY,
    **elementwise.BINARY,
    **reductions.REDUCTIONS,
    **creation.CREATION,
    **shaping.REARRANGING,
    **shaping.JOINING,
    **shaping.SPLITTING,
    **products.PRODUCTS,
    **lax.LAX,
    **lax_linalg.LINALG,
    **lax_parallel.PARALLEL,
    **lax_parallel.KEEPING,
    **linalg.LINALG,
    **sets.ALL,
    **nn.NN,
    **nn_products.PRODUCTS,
    **nn.IMAGE,
    **nn.SEGMENTS,
    **nn.INITIALIZERS,
    **random.RANDOM,
    **scipy_linalg.LINALG,
    **scipy_signal.SIGNAL,
    **scipy_signal.TRANSFORMS,
    **scipy_signal.OTHERS,
    **scipy_special.SPECIAL,
    **scipy_stats.STATS,
}

FUNCTIONS: Final = with_keys(_FUNCTIONS)
"""The rule of each function that has one. A function that is missing has no proven rule."""

METHODS: Final[dict[str, Rule]] = with_keys(methods.array_methods(FUNCTIONS), "Array.")
"""Methods and properties of arrays; the first operand is ``self``."""
