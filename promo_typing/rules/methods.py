"""Methods and properties of arrays, and of ``array.at[...]``; the first operand is the array."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from promo_typing.rules.model import Rule

_OF_FUNCTIONS: Final = (
    "all any argmax argmin argpartition clip compress conj conjugate copy cumprod cumsum"
    " diagonal dot imag max mean min nonzero prod ptp ravel real repeat reshape round searchsorted"
    " sort squeeze std sum swapaxes take trace transpose var"
)
"""Methods that do what the function of the same name does."""

_OWN: Final[dict[str, Rule]] = {
    "T": Rule(("self",)),
    "mT": Rule(("self",)),
    "flatten": Rule(("self",)),
    "byteswap": Rule(("self",), results=("concrete",)),
    "__getitem__": Rule(("self",)),
    "choose": Rule(("self", "choices[]"), combine="chosen", results=("concrete",)),
    "view": Rule(("self",), dtype_parameter="dtype", dtype_combine="requested_view"),
    "astype": Rule(("self",), results=("default_float",), dtype_parameter="dtype"),
}

_UPDATED: Final = ("self", "values")

_AT: Final[dict[str, Rule]] = {
    **dict.fromkeys(("at.set", "at.min", "at.max"), Rule(_UPDATED, combine="scatter")),
    **dict.fromkeys(
        ("at.add", "at.subtract", "at.multiply", "at.mul"), Rule(_UPDATED, combine="scatter_number")
    ),
    "at.divide": Rule(_UPDATED, combine="scatter_number", results=("inexact",)),
    "at.power": Rule(
        _UPDATED,
        combine="scatter_number",
        accepts="not_small_int",
        results=("numeric but weak_int/narrow=int32 weak_int/x64=int64",),
    ),
    "at.apply": Rule(("self",)),
    "at.get": Rule(("self",)),
}
"""Methods of ``array.at[...]``; the updates return the array with the values scattered into it."""


def array_methods(functions: Mapping[str, Rule]) -> dict[str, Rule]:
    """Return the rules of methods, given those of functions by their qualified name."""
    rules = {name: functions[f"jax.numpy.{name}"] for name in _OF_FUNCTIONS.split()}
    methods = {
        name: replace(rule, operands=("self", *rule.operands[1:])) for name, rule in rules.items()
    }
    # The method cannot be asked for indices of another dtype.
    argsort = replace(functions["jax.numpy.argsort"], operands=("self",), dtype_parameter=None)
    return {**methods, "argsort": argsort, **_OWN, **_AT}
