"""Messages about indices and sizes that are not integers."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy.errorcodes import DTYPE_OPERAND
from promo_mypy.errors.words import function_name


def no_index(
    api: CheckerPluginInterface, context: Context, written: str, *, masks: bool = True
) -> None:
    """Report an index whose dtype JAX refuses."""
    takes, instead = ("integers or bool", ", or make a mask of it, e.g. i > 0")
    if not masks:
        takes, instead = "integers", ""
    api.fail(
        f"{written}: an index has {takes}, and JAX raises an error; cast it, e.g. "
        f"i.astype(jnp.int32){instead}",
        context,
        code=DTYPE_OPERAND,
    )


def unlike_indices(
    api: CheckerPluginInterface, context: Context, fullname: str, dtypes: Sequence[str]
) -> None:
    """Report start indices of several dtypes."""
    api.fail(
        f"{function_name(fullname)}: the indices are {' and '.join(dtypes)}, and JAX raises "
        f"TypeError unless they have one dtype; cast the others to one, e.g. jnp.int32(i)",
        context,
        code=DTYPE_OPERAND,
    )


def no_size(api: CheckerPluginInterface, context: Context, function: str) -> None:
    """Report a size of an array that is a float."""
    api.fail(
        f"{function_name(function)}: this size is a float, and JAX raises TypeError; divide with "
        "//, or make it an int, e.g. int(n)",
        context,
        code=DTYPE_OPERAND,
    )
