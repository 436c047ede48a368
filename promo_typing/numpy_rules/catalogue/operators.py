"""The operators of NumPy's arrays and scalars, and the ufuncs that they call."""

from __future__ import annotations

from typing import Final

from promo_typing.rules import OPERATORS as _OF_JAX

_UFUNCS: Final = {
    "jax.numpy.add": "numpy.add",
    "jax.numpy.subtract": "numpy.subtract",
    "jax.numpy.multiply": "numpy.multiply",
    "jax.numpy.true_divide": "numpy.divide",
    "jax.numpy.floor_divide": "numpy.floor_divide",
    "jax.numpy.remainder": "numpy.remainder",
    "jax.numpy.power": "numpy.power",
    "jax.numpy.matmul": "numpy.matmul",
    "jax.numpy.bitwise_and": "numpy.bitwise_and",
    "jax.numpy.bitwise_or": "numpy.bitwise_or",
    "jax.numpy.bitwise_xor": "numpy.bitwise_xor",
    "jax.numpy.left_shift": "numpy.left_shift",
    "jax.numpy.right_shift": "numpy.right_shift",
    "jax.numpy.equal": "numpy.equal",
    "jax.numpy.not_equal": "numpy.not_equal",
    "jax.numpy.less": "numpy.less",
    "jax.numpy.less_equal": "numpy.less_equal",
    "jax.numpy.greater": "numpy.greater",
    "jax.numpy.greater_equal": "numpy.greater_equal",
    "jax.numpy.negative": "numpy.negative",
    "jax.numpy.positive": "numpy.positive",
    "jax.numpy.abs": "numpy.absolute",
    "jax.numpy.bitwise_not": "numpy.invert",
}
"""The ufunc for each function of JAX that an operator calls; ``divmod`` returns two arrays."""

OPERATORS: Final[dict[str, str]] = {
    method: _UFUNCS[operator.function]
    for method, operator in _OF_JAX.items()
    if operator.function in _UFUNCS
}
"""The function that each special method calls; reflected methods swap the operands."""
