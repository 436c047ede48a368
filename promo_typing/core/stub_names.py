"""Names inside the stub package ``jax-stubs`` that its generator and the mypy plugin share."""

from __future__ import annotations

from typing import Final

from promo_typing.core import jaxtyping_names
from promo_typing.core.dtypes import NODES, PRNG_KEY

SCALAR_TYPES_MODULE: Final = "jax._src.numpy.scalar_types"
"""The module of the dtype classes and their markers. In JAX it defines ``jnp.float32``."""

ARRAY_MODULE: Final = "jax._src.basearray"
ARRAY: Final = f"{ARRAY_MODULE}.Array"

CALLABLES_MODULE: Final = "jax.numpy._callables"
"""The module of classes of callable objects, one for each promotion rule. Only stubs have it."""

ARRAY_MEMBERS: Final = f"{ARRAY_MODULE}._ArrayMembers"
"""The base class of ``Array`` with all members whose dtype a rule decides."""

PROMOTING_PREFIX: Final = "_Promoting"
"""The prefix of classes that spell a rule out as overloads, for checkers without the plugin."""

PLUGIN_PLATFORM: Final = "promo_mypy"
"""The ``sys.platform`` that the plugin sets in JAX's modules; see ``promo_mypy.platform``."""

BOTTOM: Final = "_Bottom"
"""A class that stands below all dtypes: a parameter of this type takes ``Any`` only."""

SEVERAL: Final = "_SeveralDtypes"
"""The dtype of items of a list that have different ones, since mypy needs one type for the list."""

OVERLOADED_AS: Final = "_overloaded_as"
"""The decorator that gives a function the overloads of another one."""

NO_OPERAND: Final = "_NoOperand"
NO_RESULT: Final = "_NoResult"
"""Classes without instances: the parameter and the result of a function's last overload."""


def dtype_class(node: str) -> str:
    """The class name of a node in :data:`SCALAR_TYPES_MODULE`: ``bool`` is ``bool_``."""
    return "bool_" if node == "bool" else node


def marker_class(node: str) -> str:
    """The marker class of a node: all dtypes that may be promoted to the node inherit from it."""
    return f"_Upto_{node}"


def callable_class(function: str) -> str:
    """The class name of a callable object: ``LogicalAnd`` for ``logical_and``."""
    return "".join(part.capitalize() for part in function.split("_"))


PRNG_KEY_CLASS: Final = f"jax._src.dtypes.{PRNG_KEY}"
"""The fully-qualified name of the dtype of typed keys."""


def dtype_fullname(node: str) -> str:
    """The fully-qualified name of the class of a node, or of the dtype of typed keys."""
    return PRNG_KEY_CLASS if node == PRNG_KEY else f"{SCALAR_TYPES_MODULE}.{dtype_class(node)}"


NODE_OF_CLASS: Final[dict[str, str]] = {
    f"{SCALAR_TYPES_MODULE}.{dtype_class(node)}": node for node in NODES
}
"""The node of a dtype class, by the class's fully-qualified name."""

JAXTYPING_MODULE: Final = "jax.numpy._jaxtyping"
"""The module of classes for jaxtyping's names that allow several dtypes. Only stubs have it."""

JAXTYPING_CATEGORIES: Final[dict[str, str]] = {
    f"{JAXTYPING_MODULE}.{category}": category for category in jaxtyping_names.CATEGORIES
}
"""The name of jaxtyping for each class in :data:`JAXTYPING_MODULE`, by its fully-qualified name."""


def jaxtyping_class(name: str) -> str:
    """The fully-qualified name of the dtype class for a name of jaxtyping, such as ``Float32``."""
    only, *more = jaxtyping_names.DTYPES[name]
    return f"{JAXTYPING_MODULE}.{name}" if more else dtype_fullname(only)


def jaxtyping_alias(name: str) -> str:
    """The fully-qualified name of the alias for arrays with the dtypes of a name of jaxtyping."""
    return f"{JAXTYPING_MODULE}.{name}Array"
