"""Messages about operands that JAX refuses, or casts with a warning."""

from __future__ import annotations

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from promo_mypy.errorcodes import (
    DTYPE_CAST,
    DTYPE_OPERAND,
    DTYPE_PROMOTION,
    DTYPE_UPDATE,
)
from promo_mypy.errors.words import function_name, shown
from promo_mypy.types.evaluate import Failure
from promo_mypy.unwatched import going_on
from promo_typing.core.dtypes import NODES
from promo_typing.rules import Mismatch, NoPath, Rejected, TooNarrow
from promo_typing.rules.advice_words import advised, rewrite


def refused(
    api: CheckerPluginInterface, context: Context, operation: str, failure: Failure, function: str
) -> None:
    """Report operands or a requested dtype that JAX refuses, with the reason and advice."""
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
    """The names of the two dtypes that do not promote; empty unless there are more operands."""
    return _pair(failure, outcome) if len(failure.operands) > 2 else ""


def _pair(failure: Failure, outcome: NoPath | Mismatch) -> str:
    left, right = (shown(failure.name(node)) for node in (outcome.left, outcome.right))
    return f", here {left} with {right}"


def refused_by_parameter(
    api: CheckerPluginInterface, context: Context, written: str, takes: str
) -> None:
    """Report an argument whose dtype JAX refuses for a parameter."""
    api.fail(f"{written}: JAX raises an error unless it is {takes}", context, code=DTYPE_OPERAND)


def casts_down(
    api: CheckerPluginInterface, context: Context, method: str, array: str, values: str
) -> None:
    """Report an update that JAX casts down to the dtype of the array, with a warning."""
    with going_on(api):
        api.fail(
            f"x.{method}: {shown(values)} is cast down to {shown(array)}, and JAX warns that it "
            "will be an error; cast it, e.g. y.astype(x.dtype), or make x an array of the wider "
            "dtype",
            context,
            code=DTYPE_UPDATE,
        )


def imaginary_part_is_lost(
    api: CheckerPluginInterface, context: Context, written: str, dtype: str, result: str
) -> None:
    """Report a complex array that is cast to a real dtype."""
    with going_on(api):
        api.fail(
            f"{written}: a cast of {dtype} to {result} drops the imaginary part, and JAX warns "
            "about it; write x.real, or jnp.abs(x)",
            context,
            code=DTYPE_CAST,
        )
