"""How messages write the names of dtypes and functions."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dtypes import DEFAULTS, NODES, PYTHON_SCALARS

_SCALAR_NAMES: Final = {
    scalar: f"{node.replace('_', ' ')} (Python {scalar})"
    for scalar, node in PYTHON_SCALARS.items()
    if NODES[node].weak
}
_WEAK_NAMES: Final = {node: node.replace("_", " ") for node in DEFAULTS}


def shown(name: str) -> str:
    """Return the name of a dtype for a message."""
    return _SCALAR_NAMES.get(name) or _WEAK_NAMES.get(name) or name


def function_name(fullname: str) -> str:
    """Return a function's name as its callers write it."""
    return fullname.replace("jax.numpy.", "jnp.")
