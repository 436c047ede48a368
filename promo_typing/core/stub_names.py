"""Names inside the stub package ``jax-stubs`` that its generator and the mypy plugin share."""

from __future__ import annotations

from typing import Final

from promo_typing.core import jaxtyping_names
from promo_typing.core.dtypes import NODES, PRNG_KEY

SCALAR_TYPES_MODULE: Final = "jax._src.numpy.scalar_types"
"""Defines the dtype classes and their markers; JAX's own module of that name makes jnp.float32."""

ARRAY_MODULE: Final = "jax._src.basearray"
ARRAY: Final = f"{ARRAY_MODULE}.Array"

CALLABLES_MODULE: Final = "jax.numpy._callables"
"""Classes of callable objects, one for each promotion rule; exists for type checkers only."""

ARRAY_MEMBERS: Final = f"{ARRAY_MODULE}._ArrayMembers"
"""The base class of ``Array`` with all members whose dtype a rule decides."""

PROMOTING_PREFIX: Final = "_Promoting"
"""The prefix of classes that spell a rule out as overloads, for checkers without the plugin."""

PLUGIN_PLATFORM: Final = "promo_mypy"
"""The platform that the plugin sets for JAX's modules; see ``promo_mypy.platform``."""

BOTTOM: Final = "_Bottom"
"""The class below all dtypes: only ``Any`` matches a parameter of it."""

SEVERAL: Final = "_SeveralDtypes"
"""The join of different dtypes where mypy, with the plugin, needs one type: items of a list."""

OVERLOADED_AS: Final = "_overloaded_as"
"""The decorator of functions that share their overloads."""

NO_OPERAND: Final = "_NoOperand"
NO_RESULT: Final = "_NoResult"
"""Classes without instances, which the last overload of a function takes and returns."""


def dtype_class(node: str) -> str:
    """The class name of a node in :data:`SCALAR_TYPES_MODULE`: ``bool`` is ``bool_``."""
    return "bool_" if node == "bool" else node


def marker_class(node: str) -> str:
    """The marker class of a node: the dtypes that may be promoted to it inherit from it."""
    return f"_Upto_{node}"


def callable_class(function: str) -> str:
    """The class of a callable object without its underscore: ``logical_and`` is ``LogicalAnd``."""
    return "".join(part.capitalize() for part in function.split("_"))


PRNG_KEY_CLASS: Final = f"jax._src.dtypes.{PRNG_KEY}"
"""The dtype of typed keys, where JAX defines it."""


def dtype_fullname(node: str) -> str:
    """The fully-qualified name of the class of a node, or of the dtype of typed keys."""
    return PRNG_KEY_CLASS if node == PRNG_KEY else f"{SCALAR_TYPES_MODULE}.{dtype_class(node)}"


NODE_OF_CLASS: Final[dict[str, str]] = {
    f"{SCALAR_TYPES_MODULE}.{dtype_class(node)}": node for node in NODES
}
"""The node of a dtype class, by the class's fully-qualified name."""

JAXTYPING_MODULE: Final = "jax.numpy._jaxtyping"
"""The dtypes of arrays that jaxtyping's names leave open; exists for type checkers only."""

JAXTYPING_CATEGORIES: Final[dict[str, str]] = {
    f"{JAXTYPING_MODULE}.{category}": category for category in jaxtyping_names.CATEGORIES
}
"""The name of jaxtyping that a class in :data:`JAXTYPING_MODULE` stands for."""


def jaxtyping_class(name: str) -> str:
    """The fully-qualified name of the class of a dtype that a name of jaxtyping stands for."""
    only, *more = jaxtyping_names.DTYPES[name]
    return f"{JAXTYPING_MODULE}.{name}" if more else dtype_fullname(only)


def jaxtyping_alias(name: str) -> str:
    """The fully-qualified name of an alias of the arrays that a name of jaxtyping stands for."""
    return f"{JAXTYPING_MODULE}.{name}Array"
