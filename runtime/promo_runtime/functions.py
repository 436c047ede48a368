"""The functions that an engine executes: NumPy's ufuncs that JAX has, and Python's operators."""

from __future__ import annotations

from typing import Final

import numpy as np

from promo_typing.rules import FUNCTIONS, OPERATORS

_NAMESPACE: Final = "jax.numpy."


def _is_ufunc(function: str) -> bool:
    """Whether NumPy, whose notion a ufunc is, has this function of ``jax.numpy`` as one."""
    return isinstance(getattr(np, function.removeprefix(_NAMESPACE), None), np.ufunc)


UFUNCS: Final[dict[str, str]] = {
    function.removeprefix(_NAMESPACE): function
    for function in FUNCTIONS
    if function.startswith(_NAMESPACE) and _is_ufunc(function)
}
"""The fully-qualified name, the key of a rule, by the short name: ``add`` is jax.numpy.add."""

_SYMBOLS: Final[dict[tuple[str, int], str]] = {
    (operator.symbol, 1 if operator.unary else 2): operator.function
    for operator in OPERATORS.values()
}


def arity(function: str) -> int:
    """The number of operands of a function."""
    return len(FUNCTIONS[function].operands)


def find_function(name: str, operands: int | None = None) -> str:
    """Return the fully-qualified name of a function.

    Args:
        name: ``"add"``, ``"jax.numpy.add"``, or an operator's symbol, ``"+"``.
        operands: the number of operands, which tells a unary ``"-"`` from a binary one.

    Raises:
        ValueError: there is no ufunc and no operator of that name.
    """
    short = name.removeprefix(_NAMESPACE)
    if short in UFUNCS:
        return UFUNCS[short]
    if operands is not None and (name, operands) in _SYMBOLS:
        return _SYMBOLS[name, operands]
    raise ValueError(
        f"no function {name!r} of {operands} operands"
        if operands is not None and any(symbol == name for symbol, _ in _SYMBOLS)
        else f"no function {name!r}; the engine has the ufuncs of jax.numpy "
        f"({', '.join(sorted(UFUNCS))}) and Python's operators"
    )
