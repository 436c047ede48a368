"""Messages about dtypes that a program requests, compares or annotates."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface, TypeAnalyzerPluginInterface

from promo_mypy.errorcodes import (
    DTYPE_ANNOTATION,
    DTYPE_ARGUMENT,
    DTYPE_IDENTITY,
    DTYPE_X64,
)
from promo_mypy.errors.words import function_name
from promo_mypy.unwatched import going_on
from promo_typing.core import jaxtyping_names
from promo_typing.core.dtypes import TRUNCATED
from promo_typing.lattice.semantics import Semantics


def explicit_x64(
    api: CheckerPluginInterface, context: Context, node: str, semantics: Semantics
) -> None:
    """Report a 64-bit dtype that is requested by name while x64 is off."""
    truncated = TRUNCATED[node]
    is_error = semantics.explicit_x64 == "error"
    does = "JAX raises ValueError" if is_error else f"JAX warns and makes it {truncated}"
    with nullcontext() if is_error else going_on(api):
        api.fail(
            f"{node} is asked for, but x64 is off: {does}; write jnp.{truncated}, or turn on "
            "jax_enable_x64 (x64 = true in the settings of promo-typing)",
            context,
            code=DTYPE_X64,
        )


def array_as_dtype(
    api: CheckerPluginInterface, context: Context, function: str, parameter: str
) -> None:
    """Report an array that is passed where a dtype belongs."""
    api.fail(
        f"{function_name(function)}: {parameter} is an array, which is no dtype, and JAX raises an "
        "error; pass its dtype, y.dtype",
        context,
        code=DTYPE_ARGUMENT,
    )


def unknown_dtype(
    api: CheckerPluginInterface, context: Context, text: str, similar: str | None
) -> None:
    """Report a string that names no dtype."""
    advice = f'; write "{similar}"' if similar else ""
    api.fail(
        f'"{text}" is the name of no dtype, and JAX raises TypeError{advice}',
        context,
        code=DTYPE_ARGUMENT,
    )


def never_identical(
    api: CheckerPluginInterface, context: Context, written: str, always: bool
) -> None:
    """Report ``x.dtype is jnp.float32``: a dtype object is never identical to a class."""
    api.fail(
        f"x.dtype {'is not' if always else 'is'} {written} is always {always}: a dtype is an "
        f"object, and {written} is none; write {'!=' if always else '=='}",
        context,
        code=DTYPE_IDENTITY,
    )


def never_subdtype(
    api: CheckerPluginInterface, context: Context, dtype: str, category: str
) -> None:
    """Report ``np.issubdtype`` for a dtype that NumPy does not know."""
    api.fail(
        f"np.issubdtype({dtype}, np.{category}) is always False: {dtype} is no dtype of NumPy's "
        f"own; write jnp.issubdtype(x.dtype, jnp.{category})",
        context,
        code=DTYPE_IDENTITY,
    )


def no_limits(
    api: CheckerPluginInterface, context: Context, written: str, dtype: str, instead: str | None
) -> None:
    """Report ``finfo`` or ``iinfo`` of a dtype that has no limits there."""
    advice = f"; write {instead}(...)" if instead else ""
    api.fail(
        f"{written}: there are no such limits of {dtype}, and it raises ValueError{advice}",
        context,
        code=DTYPE_ARGUMENT,
    )


def names_disagree(
    api: TypeAnalyzerPluginInterface, context: Context, name: str, dtypes: Sequence[str]
) -> None:
    """Report a name of jaxtyping that shares no dtype with the array in its brackets."""
    dtype = " | ".join(dtypes)
    exact = jaxtyping_names.exact_name(dtype)
    instead = f"{exact}[Array, ...]" if exact else "one of the two alone"
    api.fail(
        f"{name}[Array[{dtype}], ...]: {dtype} is no {name} of jaxtyping, and no array is both; "
        f"write {instead}",
        context,
        code=DTYPE_ANNOTATION,
    )
