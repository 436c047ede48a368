"""The operators of NumPy's arrays and scalars, and the ufuncs that they call."""

from __future__ import annotations

from typing import Final

from promo_typing.rules import OPERATORS as _OF_JAX

_NAMES: Final = {"true_divide": "divide", "abs": "absolute", "bitwise_not": "invert"}


def _ufunc(of_jax: str) -> str:
    name = of_jax.rpartition(".")[2]
    return f"numpy.{_NAMES.get(name, name)}"


OPERATORS: Final[dict[str, str]] = {
    method: _ufunc(operator.function)
    for method, operator in _OF_JAX.items()
    if operator.symbol != "divmod"
}
"""The function behind a special method; that of a reflected one takes the operands exchanged."""
