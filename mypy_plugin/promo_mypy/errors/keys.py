"""Messages about PRNG keys, and their seeds."""

from __future__ import annotations

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy.errorcodes import DTYPE_OPERAND
from promo_mypy.errors.words import function_name


def key_as_number(api: CheckerPluginInterface, context: Context, operation: str) -> None:
    """Report arithmetic on a typed PRNG key."""
    api.fail(
        f"{operation}: a typed key is no number, and JAX raises TypeError; make other keys with "
        "jax.random.split or jax.random.fold_in, and get its bits by jax.random.key_data",
        context,
        code=DTYPE_OPERAND,
    )


def key_as_numpy(api: CheckerPluginInterface, context: Context, function: str) -> None:
    """Report a typed key that is converted to an array of NumPy."""
    api.fail(
        f"{function}: a typed key is no array of NumPy, and JAX raises TypeError; get its bits by "
        "jax.random.key_data",
        context,
        code=DTYPE_OPERAND,
    )


def key_as_seed(api: CheckerPluginInterface, context: Context, function: str) -> None:
    """Report a key that is passed as the seed of a new key."""
    api.fail(
        f"{function_name(function)}: the seed is a key, and JAX raises TypeError; make another key "
        "of it with jax.random.split or jax.random.fold_in",
        context,
        code=DTYPE_OPERAND,
    )


def seed_is_no_integer(
    api: CheckerPluginInterface, context: Context, function: str, found: str
) -> None:
    """Report a float that is passed as the seed of a key."""
    api.fail(
        f"{function_name(function)}: the seed is {found}, and JAX raises TypeError unless it is an "
        "integer; write an int",
        context,
        code=DTYPE_OPERAND,
    )
