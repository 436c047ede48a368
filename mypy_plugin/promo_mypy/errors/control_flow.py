"""Messages about loops and branches whose dtypes differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy.errorcodes import ErrorCode
from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy.errorcodes import DTYPE_BRANCHES, DTYPE_CARRY
from promo_mypy.errors.words import function_name, shown
from promo_mypy.types.pytrees import Change
from promo_typing.core.dtypes import PRNG_KEY
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics

_KEYS_ALIKE: Final = "make all keys by jax.random.key"


def carry_changes(
    api: CheckerPluginInterface,
    context: Context,
    fullname: str,
    change: Change,
    semantics: Semantics,
) -> None:
    """Report a loop that returns a leaf of its carry with another dtype."""
    before, after = (semantics.strong(node) for node in (change.before, change.after))
    advice = (
        _KEYS_ALIKE
        if PRNG_KEY in (before, after)
        else f"return it as .astype(jnp.{dtype_class(before)}), or start with an array of "
        f"jnp.{dtype_class(after)}"
    )
    api.fail(
        f"{function_name(fullname)}: the carry{change.path} is {shown(change.before)} when it goes "
        f"in and {shown(change.after)} when it comes out, and JAX raises TypeError; {advice}",
        context,
        code=DTYPE_CARRY,
    )


def comes_from(
    api: CheckerPluginInterface, context: Context, origins: Iterable[str], code: ErrorCode
) -> None:
    """Add notes to an error on where the wider dtype comes from."""
    for said in origins:
        api.msg.note(said, context, code=code)


def branches_differ(
    api: CheckerPluginInterface,
    context: Context,
    fullname: str,
    change: Change,
    semantics: Semantics,
) -> None:
    """Report branches of a conditional that return different dtypes."""
    advice = (
        _KEYS_ALIKE
        if PRNG_KEY in (change.before, change.after)
        else f"return .astype(jnp.{dtype_class(semantics.strong(change.before))}) from all"
    )
    api.fail(
        f"{function_name(fullname)}: one branch returns {shown(change.before)} and another one "
        f"{shown(change.after)}{f' at {change.path}' if change.path else ''}; JAX does not promote "
        f"them and raises TypeError; {advice}",
        context,
        code=DTYPE_BRANCHES,
    )
