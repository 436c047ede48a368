"""The functions of an engine: functions that take arrays and have a rule."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import jax.numpy as jnp
import numpy as np

from promo_runtime.families import NAMESPACE
from promo_typing.rules import FUNCTIONS, OPERATORS, without_arguments


def _is_ufunc(function: str) -> bool:
    """Whether NumPy has this function as a ufunc."""
    return isinstance(getattr(np, function.removeprefix(NAMESPACE), None), np.ufunc)


@cache
def implementation(function: str) -> Callable[..., Any]:
    """Return JAX's function of a fully-qualified name.

    Raises:
        ValueError: the installed JAX does not have the function.
    """
    module, _, name = function.rpartition(".")
    found: Callable[..., Any] | None = getattr(importlib.import_module(module), name, None)
    if found is None:
        raise ValueError(f"the installed JAX has no {function}")
    return found


NAMES: Final[dict[str, str]] = {
    function.removeprefix(NAMESPACE): function
    for function, rule in FUNCTIONS.items()
    if without_arguments(rule).operands
    and not (function.startswith(NAMESPACE) and not hasattr(jnp, function.split(".")[2]))
}
"""The fully-qualified name, which is the key of the rule, by the short name: ``add``.

A function outside ``jax.numpy`` has no short name; its key is the full name.
"""

METHODS: Final = {name: function for name, function in NAMES.items() if "." not in name}
"""The functions that an engine has as methods."""

UFUNCS: Final = {name: function for name, function in METHODS.items() if _is_ufunc(function)}
"""Functions whose operands are all arrays that broadcast."""

_SYMBOLS: Final[dict[tuple[str, int], str]] = {
    (operator.symbol, 1 if operator.unary else 2): operator.function
    for operator in OPERATORS.values()
}


def arity(function: str) -> int:
    """The number of operands of a function."""
    return len(without_arguments(FUNCTIONS[function]).operands)


def find_function(name: str, operands: int | None = None) -> str:
    """Return the fully-qualified name of a function.

    Args:
        name: ``"add"``, ``"jax.numpy.add"``, ``"jax.lax.add"``, or an operator's symbol, ``"+"``.
        operands: the number of operands, which tells a unary ``"-"`` from a binary one.

    Raises:
        ValueError: there is no function and no operator of that name.
    """
    short = name.removeprefix(NAMESPACE)
    if short in NAMES:
        return NAMES[short]
    if operands is not None and (name, operands) in _SYMBOLS:
        return _SYMBOLS[name, operands]
    raise ValueError(
        f"no function {name!r} of {operands} operands"
        if operands is not None and any(symbol == name for symbol, _ in _SYMBOLS)
        else f"no function {name!r}; the engine has the functions of jax.numpy that take arrays "
        f"({', '.join(sorted(METHODS))}), those of other modules by their full names, "
        "such as 'jax.nn.relu', and Python's operators"
    )
