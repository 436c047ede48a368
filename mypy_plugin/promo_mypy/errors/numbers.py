"""Messages about Python numbers that do not fit into a dtype."""

from __future__ import annotations

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy.errorcodes import (
    DTYPE_OPERAND,
    DTYPE_OVERFLOW,
)
from promo_typing.core.formats import FLOAT_FORMATS


def overflows(
    api: CheckerPluginInterface, context: Context, operation: str, value: int, default: str
) -> None:
    """Report a Python int out of the range of the default integer, which JAX refuses."""
    api.fail(
        f"{operation}: the Python int {value} goes in as {default}, which does not have it, and "
        f"JAX raises OverflowError; make it a float, or an array such as np.uint32(...) that has "
        "it",
        context,
        code=DTYPE_OVERFLOW,
    )


def out_of_range(
    api: CheckerPluginInterface, context: Context, operation: str, value: int, dtype: str
) -> None:
    """Report an int out of the range of the dtype of the array that is made from it."""
    api.fail(
        f"{operation}: {dtype} does not have the Python int {value}, and JAX raises OverflowError; "
        "ask for a wider dtype",
        context,
        code=DTYPE_OVERFLOW,
    )


def wraps_around(
    api: CheckerPluginInterface,
    context: Context,
    operation: str,
    value: int,
    dtype: str,
    became: tuple[int, int, int],
) -> None:
    """Report a Python int that wraps around in the dtype.

    ``became`` has the number that it becomes, and the lowest and highest integer of the dtype.
    """
    wrapped, lowest, highest = became
    api.fail(
        f"{operation}: {dtype} has the integers from {lowest} to {highest}, and JAX takes {value} "
        f"for {wrapped} without a word; cast the array to a wider dtype first, e.g. "
        "x.astype(jnp.int32)",
        context,
        code=DTYPE_OVERFLOW,
    )


def overflows_to_infinity(
    api: CheckerPluginInterface, context: Context, operation: str, value: float, dtype: str
) -> None:
    """Report a number that becomes infinite in the float dtype of an array."""
    sign, limit = ("-", "min") if value < 0 else ("", "max")
    api.fail(
        f"{operation}: the largest {dtype} is {FLOAT_FORMATS[dtype].highest:g}, and JAX makes "
        f"{value} {sign}inf with a RuntimeWarning; write jnp.finfo(jnp.{dtype}).{limit} or "
        f"{sign}jnp.inf, if that is meant, or ask for a wider dtype",
        context,
        code=DTYPE_OVERFLOW,
    )


def negative_power(
    api: CheckerPluginInterface, context: Context, operation: str, exponent: int
) -> None:
    """Report an integer to a negative power."""
    api.fail(
        f"{operation}: JAX raises no integer to the power {exponent}, but TypeError; write the "
        f"exponent as a float, {exponent}.0",
        context,
        code=DTYPE_OPERAND,
    )
