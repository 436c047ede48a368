"""The messages of promo-typing: one helper for each kind of error, each with its own code.

A message says which dtypes meet, why JAX refuses them (or what it does), and what to write.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface
from promo_typing.rules.exceptions import BUT

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
from promo_typing.rules import ACCEPTS, Mismatch, NoPath, Rejected

_SCALAR_NAMES: Final = {
    scalar: f"{node.replace('_', ' ')} (Python {scalar})"
    for scalar, node in PYTHON_SCALARS.items()
    if NODES[node].weak
}
_WEAK_NAMES: Final = {node: node.replace("_", " ") for node in DEFAULTS}

_ADVICE: Final[dict[tuple[str, str], str]] = {
    ("jax.numpy.subtract", "not_bool"): "write x ^ y, or cast with x.astype(jnp.int32)",
    ("jax.numpy.negative", "not_bool"): "write ~x, or cast with x.astype(jnp.int32)",
    ("jax.numpy.left_shift", "integer_or_bool"): "cast with x.astype(jnp.int32)",
    ("jax.numpy.right_shift", "integer_or_bool"): "cast with x.astype(jnp.int32)",
    ("jax.numpy.bitwise_not", "integer_or_bool"): (
        "compare first, e.g. ~(x > 0), or cast with x.astype(jnp.int32)"
    ),
}
_ADVICE_BY_ACCEPTANCE: Final[dict[str, str]] = {
    "integer_or_bool": "compare first, e.g. (x > 0), or cast with x.astype(jnp.int32)",
    "not_complex": "take x.real or jnp.abs(x) first",
    "not_bool": "cast with x.astype(jnp.int32)",
}
_ADVICE_ELSE: Final = "cast the operand, e.g. x.astype(jnp.float32)"


def shown(name: str) -> str:
    """A dtype as a message calls it."""
    return _SCALAR_NAMES.get(name) or _WEAK_NAMES.get(name) or name


def function_name(fullname: str) -> str:
    """A function as its callers write it, without what tells a variant of its rule."""
    name = fullname.partition("[")[0]
    return name.replace("jax.numpy.", "jnp.")


def no_promotion(
    api: CheckerPluginInterface,
    context: Context,
    operation: str,
    failure: Failure,
    semantics: Semantics,
) -> None:
    """Report operands between which JAX has no implicit promotion."""
    outcome = failure.outcome
    assert isinstance(outcome, NoPath)
    why = _why_no_path(outcome, semantics)
    target = dtype_class(_cast_target(outcome, semantics))
    subject = _between(failure, outcome)
    api.fail(
        f"{operation}: {why}{subject}; cast one operand, e.g. x.astype(jnp.{target})",
        context,
        code=DTYPE_PROMOTION,
    )


def _between(failure: Failure, outcome: NoPath) -> str:
    """Name the two that do not go together where there are more operands than they."""
    if len(failure.operands) <= 2:
        return ""
    left, right = (shown(failure.name(node)) for node in (outcome.left, outcome.right))
    return f", here {left} with {right}"


def _why_no_path(outcome: NoPath, semantics: Semantics) -> str:
    if semantics.promotion == "strict":
        return 'promotion = "strict" allows no implicit promotion between them'
    reasons = (_narrow_reason(outcome.left), _narrow_reason(outcome.right))
    reason = next((text for text in reasons if text), "they have no common upper dtype")
    return f"JAX has no implicit promotion between them ({reason})"


def _narrow_reason(name: str) -> str | None:
    node = NODES[name]
    if node.weak or node.kind == "bool":
        return None
    if node.kind == "float" and node.bits < 16:
        return f"float{node.bits} types promote with no other float and no complex"
    if node.kind in ("signed", "unsigned") and node.bits < 8:
        return f"{name} promotes with bool and Python integers only"
    return None


def _cast_target(outcome: NoPath, semantics: Semantics) -> str:
    """The wider of the two dtypes, so that the cast that is proposed loses nothing."""
    left, right = (semantics.concrete(node) for node in (outcome.left, outcome.right))
    kinds = ("bool", "unsigned", "signed", "float", "complex")
    return max(right, left, key=lambda name: (kinds.index(NODES[name].kind), NODES[name].bits))


def mismatch(
    api: CheckerPluginInterface, context: Context, operation: str, failure: Failure, function: str
) -> None:
    """Report operands of different dtypes for a function that promotes nothing."""
    outcome = failure.outcome
    assert isinstance(outcome, Mismatch)
    left, right = (shown(failure.name(node)) for node in (outcome.left, outcome.right))
    api.fail(
        f"{operation}: {function_name(function)} promotes nothing and takes operands of one dtype, "
        f"here {left} with {right}; cast one operand, e.g. y.astype(x.dtype)",
        context,
        code=DTYPE_OPERAND,
    )


def operand_rejected(
    api: CheckerPluginInterface, context: Context, operation: str, failure: Failure, function: str
) -> None:
    """Report an operand of a dtype that the function does not take."""
    outcome = failure.outcome
    assert isinstance(outcome, Rejected)
    takes = ACCEPTS[outcome.accepted].description
    name, word = function.partition("[")[0], outcome.accepted.partition(BUT)[0]
    advice = _ADVICE.get((name, word)) or _ADVICE_BY_ACCEPTANCE.get(word, _ADVICE_ELSE)
    api.fail(
        f"{operation}: {function_name(function)} does not accept "
        f"{shown(failure.name(outcome.node))}; it takes {takes}; {advice}",
        context,
        code=DTYPE_OPERAND,
    )


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
    before, after = (dtype_class(semantics.concrete(node)) for node in change[1:])
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
    wanted = dtype_class(semantics.concrete(change.before))
    api.fail(
        f"{function_name(fullname)}: one branch returns {shown(change.before)} and another one "
        f"{shown(change.after)}{f' at {change.path}' if change.path else ''}; JAX does not promote "
        f"them and raises TypeError; return .astype(jnp.{wanted}) from all",
        context,
        code=DTYPE_BRANCHES,
    )
