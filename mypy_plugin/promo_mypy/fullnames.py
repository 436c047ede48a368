"""Every fully-qualified name that the plugin knows, apart from the dtype classes of the stubs.

The names of the stubs' own classes stand in :mod:`promo_typing.stub_names`, those of the functions
with a rule in :mod:`promo_typing.rules`.
"""

from __future__ import annotations

from typing import Final

from promo_typing.dtypes import PYTHON_SCALARS

JAX_NUMPY: Final = "jax.numpy"
NUMPY_ARRAY: Final = "numpy.ndarray"
NUMPY_DTYPE: Final = "numpy.dtype"
NUMPY_GENERIC: Final = "numpy.generic"
NUMPY_MODULE: Final = "numpy"
NUMPY_BITS_MODULE: Final = "numpy._typing._nbit_base"

BUILTIN_SCALARS: Final = {f"builtins.{scalar}": scalar for scalar in PYTHON_SCALARS}
"""Python's scalar classes, and their keys in ``promo_typing.dtypes.PYTHON_SCALARS``."""

BUILTIN_OPERATORS: Final[dict[str, str]] = {
    "builtins.abs": "__abs__",
    "builtins.divmod": "__divmod__",
    "builtins.pow": "__pow__",
}
"""Built-in functions that do nothing but call an operator method of their first operand."""

POSITIONAL_PARAMETERS: Final[dict[str, tuple[str, ...]]] = {
    "jax.numpy.where": ("condition", "x", "y"),
}
"""Positional-only parameters of functions in which some of them are no operands of the rule.

mypy does not keep their names; for all other functions the rule has them.
"""
