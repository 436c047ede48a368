"""The messages of promo-typing: one helper for each kind of error, each with its own code.

A message says which dtypes meet, why JAX refuses them (or what it does), and what to write.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy.errorcodes import (
    DTYPE_BRANCHES,
    DTYPE_CARRY,
    DTYPE_OPERAND,
    DTYPE_PROMOTION,
    DTYPE_X64,
)
from promo_mypy.types.evaluate import Failure
from promo_mypy.types.pytrees import Change
from promo_typing.core.dtypes import DEFAULTS, NARROWED, NODES, PYTHON_SCALARS
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Mismatch, NoPath, Rejected, TooNarrow
from promo_typing.rules.advice_words import advised, rewrite

_SCALAR_NAMES: Final = {
    scalar: f"{node.replace('_', ' ')} (Python {scalar})"
    for scalar, node in PYTHON_SCALARS.items()
    if NODES[node].weak
}
_WEAK_NAMES: Final = {node: node.replace("_", " ") for node in DEFAULTS}


def shown(name: str) -> str:
    """A dtype as a message calls it."""
    return _SCALAR_NAMES.get(name) or _WEAK_NAMES.get(name) or name


def function_name(fullname: str) -> str:
    """A function as its callers write it."""
    return fullname.replace("jax.numpy.", "jnp.")


def refused(
    api: CheckerPluginInterface, context: Context, operation: str, failure: Failure, function: str
) -> None:
    """Report operands, or a requested dtype, that JAX refuses: why, and what to write instead."""
    outcome, explanation = failure.outcome, failure.explanation
    kind = NODES[outcome.node].kind if isinstance(outcome, Rejected) else ""
    advice = advised(explanation, failure.operands, rewrite(function, kind))
    code = DTYPE_PROMOTION if isinstance(outcome, NoPath) else DTYPE_OPERAND
    api.fail(f"{operation}: {_why(failure, function)}{advice}", context, code=code)


def _why(failure: Failure, function: str) -> str:
    outcome, reason = failure.outcome, failure.explanation.reason
    if isinstance(outcome, NoPath):
        return f"{reason}{_between(failure, outcome)}"
    if isinstance(outcome, Mismatch):
        return f"{function_name(function)} {reason}{_pair(failure, outcome)}"
    if isinstance(outcome, TooNarrow):
        return reason
    refuses = "does not accept" if outcome.operands else "cannot be asked for"
    node = shown(failure.name(outcome.node))
    return f"{function_name(function)} {refuses} {node}; {reason}"


def _between(failure: Failure, outcome: NoPath) -> str:
    """Name the two that do not go together where there are more operands than they."""
    return _pair(failure, outcome) if len(failure.operands) > 2 else ""


def _pair(failure: Failure, outcome: NoPath | Mismatch) -> str:
    left, right = (shown(failure.name(node)) for node in (outcome.left, outcome.right))
    return f", here {left} with {right}"


def explicit_x64(
    api: CheckerPluginInterface, context: Context, node: str, semantics: Semantics
) -> None:
    """Report a 64-bit dtype that is asked for by name while x64 is off."""
    narrow = NARROWED[node]
    does = f"JAX warns and makes it {narrow}"
    if semantics.explicit_x64 == "error":
        does = "JAX raises ValueError"
    api.fail(
        f"{node} is asked for, but x64 is off: {does}; write jnp.{narrow}, or turn on "
        "jax_enable_x64 (x64 = true in the settings of promo-typing)",
        context,
        code=DTYPE_X64,
    )


def carry_changes(
    api: CheckerPluginInterface,
    context: Context,
    fullname: str,
    change: Change,
    semantics: Semantics,
) -> None:
    """Report a loop that returns a leaf of its carry with another dtype."""
    before, after = (dtype_class(semantics.strong(node)) for node in change[1:])
    api.fail(
        f"{function_name(fullname)}: the carry{change.path} is {shown(change.before)} when it goes "
        f"in and {shown(change.after)} when it comes out, and JAX raises TypeError; return it as "
        f".astype(jnp.{before}), or start with an array of jnp.{after}",
        context,
        code=DTYPE_CARRY,
    )


def branches_differ(
    api: CheckerPluginInterface,
    context: Context,
    fullname: str,
    change: Change,
    semantics: Semantics,
) -> None:
    """Report branches of a conditional that return different dtypes."""
    wanted = dtype_class(semantics.strong(change.before))
    api.fail(
        f"{function_name(fullname)}: one branch returns {shown(change.before)} and another one "
        f"{shown(change.after)}{f' at {change.path}' if change.path else ''}; JAX does not promote "
        f"them and raises TypeError; return .astype(jnp.{wanted}) from all",
        context,
        code=DTYPE_BRANCHES,
    )
