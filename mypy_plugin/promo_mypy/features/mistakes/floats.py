"""Numbers that become infinite, or 0, or factors that become 1, in the float that they meet.

JAX takes a Python number as one of the dtype of the other operand, and says nothing:
``x16 * 1e5`` is infinite, ``x16 + 1e-8`` adds 0, and a bfloat16 times 0.999 is what it was. Where
infinity orders as the number does, as in ``jnp.minimum(x16, 1e9)``, nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy import errors
from promo_mypy.types.bindings import Number
from promo_typing.core.formats import extreme, rounds_to_one

_GUARDING: Final = frozenset(f"jax.numpy.{name}" for name in ("maximum", "minimum", "clip"))
"""A bound that is infinite is none, and nor is a very large one; but 0 is another guard."""
_FACTORS: Final = frozenset({"jax.numpy.multiply", "at.multiply", "at.mul"})
"""What does nothing if a number is 1."""
_TAKING: Final = (
    _GUARDING
    | frozenset(
        f"jax.numpy.{name}"
        for name in (
            *("add", "subtract", "multiply", "divide", "true_divide", "where"),
            *("full", "full_like"),
        )
    )
    | frozenset(f"at.{name}" for name in ("set", "add", "subtract", "multiply", "mul", "divide"))
    | frozenset({"jax.lax.full", "jax.lax.full_like"})
)
"""Functions that take a number as one of the dtype that they return."""


def report(
    function: str,
    operation: str,
    dtype: str,
    values: Sequence[Number | None],
    api: CheckerPluginInterface,
    context: Context,
) -> None:
    """Report the first number that an operand of a function turns out not to be."""
    if function in _TAKING:
        report_made(operation, dtype, values, api, context, bounds=function in _GUARDING)
    for value in values if function in _FACTORS else ():
        if value is not None and rounds_to_one(value, dtype):
            errors.number_is_lost(api, context, operation, value, dtype, 1.0)


def report_made(
    operation: str,
    dtype: str,
    values: Sequence[Number | None],
    api: CheckerPluginInterface,
    context: Context,
    *,
    bounds: bool = False,
) -> None:
    """Report the first of some numbers that a dtype turns into infinity, NaN or 0."""
    for value in values:
        becomes = None if value is None else extreme(value, dtype)
        if value is not None and becomes is not None and not (bounds and becomes):
            errors.number_is_lost(api, context, operation, value, dtype, becomes)
            return
