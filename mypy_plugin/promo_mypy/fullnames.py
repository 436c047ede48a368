"""Every fully-qualified name that the plugin knows, apart from the dtype classes of the stubs.

The names of the stubs' own classes stand in :mod:`promo_typing.core.stub_names`, those of the
functions with a rule in :mod:`promo_typing.rules`.
"""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import PYTHON_SCALARS
from promo_typing.core.stub_names import ARRAY, ARRAY_MODULE, CALLABLES_MODULE, callable_class
from promo_typing.rules import FUNCTIONS, METHODS

JAX_PACKAGE: Final = "jax"
_JAX_NUMPY: Final = "jax.numpy."
NUMPY_ARRAY: Final = "numpy.ndarray"
NUMPY_DTYPE: Final = "numpy.dtype"
NUMPY_GENERIC: Final = "numpy.generic"
NUMPY_MODULE: Final = "numpy"
NUMPY_BITS_MODULE: Final = "numpy._typing._nbit_base"

ARRAY_LIKE: Final = f"{ARRAY_MODULE}.ArrayLike"
DTYPE_LIKE: Final = "jax._src.typing.DTypeLike"
INDEX_UPDATE: Final = f"{ARRAY_MODULE}._IndexUpdateRef"
"""What ``x.at[index]`` is; its methods are called ``at.set`` and so on in the rules."""

BUILTIN_SCALARS: Final = {f"builtins.{scalar}": scalar for scalar in PYTHON_SCALARS}
"""Python's scalar classes, and their keys in ``promo_typing.core.dtypes.PYTHON_SCALARS``."""

BUILTIN_OPERATORS: Final[dict[str, str]] = {
    "builtins.abs": "__abs__",
    "builtins.divmod": "__divmod__",
    "builtins.pow": "__pow__",
}
"""Built-in functions that do nothing but call an operator method of their first operand."""

NESTED_FUNCTIONS: Final = frozenset({"jax.numpy.array", "jax.numpy.asarray"})
"""Functions that take nested lists of operands; a result made of a list is never weak."""

POSITIONAL_PARAMETERS: Final[dict[str, tuple[str, ...]]] = {
    "jax.numpy.where": ("condition", "x", "y"),
}
"""Positional-only parameters of functions in which some of them are no operands of the rule.

mypy does not keep their names; for all other functions the rule has them.
"""

_INDEX_PREFIX: Final = "at."
METHOD_NAMES: Final[dict[str, str]] = {
    f"{INDEX_UPDATE}.{method.removeprefix(_INDEX_PREFIX)}"
    if method.startswith(_INDEX_PREFIX)
    else f"{ARRAY}.{method}": method
    for method in METHODS
}
"""The methods and properties of arrays that have a rule, and their keys in the rules."""

CALLABLES: Final[dict[str, str]] = {
    f"{CALLABLES_MODULE}._{callable_class(function.removeprefix(_JAX_NUMPY))}.__call__": function
    for function in FUNCTIONS
    if function.startswith(_JAX_NUMPY)
}
"""The method that calls a function which is an object, and the function."""

_TREES: Final = "jax._src.tree_util."
ANY_DTYPE: Final = f"{_TREES}_Dtype"
"""Stands for the dtype of any leaf of a pytree that has leaves of several dtypes."""
ANY_FLOAT_DTYPE: Final = f"{_TREES}_FloatDtype"
STAND_INS: Final = {ANY_DTYPE: "generic", ANY_FLOAT_DTYPE: "floating"}
"""The categories of the dtypes that these stand for."""

TREE_MAPS: Final = frozenset({"jax.tree.map", "jax.tree_util.tree_map"})
PARTIAL: Final = "functools.partial"
