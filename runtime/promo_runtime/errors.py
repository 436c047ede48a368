"""The errors of the engine, with messages that say how to avoid them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Mismatch, NoPath, Refusal, Rejected, Rule
from promo_typing.rules.advice_words import advised, rewrite
from promo_typing.rules.explain import explain
from promo_typing.systems import ExecutableSystem, Operand


class DtypeError(TypeError):
    """The dtypes of the operands do not fit the function; nothing was executed."""


class PromotionError(DtypeError):
    """Two operands have no common dtype under the promotion system."""


class EngineError(TypeError):
    """Arrays of different engines are combined."""


class PlacementError(ValueError):
    """An array is not on the devices of the engine's mesh."""


class OperandError(DtypeError):
    """The function does not accept an operand of this dtype, or the operand has no dtype."""


_PYTHON_WORDS: Final = {
    "weak_int": "a weak int",
    "weak_float": "a weak float",
    "weak_complex": "a weak complex",
    "int": "a Python int",
    "float": "a Python float",
    "complex": "a Python complex",
}


def refused(
    function: str, rule: Rule, operands: Sequence[str], outcome: Refusal, semantics: Semantics
) -> DtypeError:
    """Return the error for operands that JAX refuses: which, why, and what to write."""
    explanation = explain(rule, operands, semantics, outcome)
    kind = NODES[outcome.node].kind if isinstance(outcome, Rejected) else ""
    advice = advised(explanation, operands, rewrite(function, kind))
    given = " and ".join(map(_words, operands))
    if isinstance(outcome, NoPath):
        return PromotionError(f"{function} of {given}: {explanation.reason}{advice}")
    if isinstance(outcome, Mismatch):
        return PromotionError(f"{function} {explanation.reason}, here {given}{advice}")
    return OperandError(f"{function} does not accept {given}: {explanation.reason}{advice}")


def different(function: str, left: str, right: str) -> PromotionError:
    """Return the error for inputs that must have one dtype but differ."""
    return PromotionError(
        f"{function} takes inputs of one dtype here, and {left} is not {right}; cast one of them, "
        f"e.g. y.astype(x.dtype)"
    )


def no_dtype(function: str, position: int, operand: Any) -> OperandError:
    """Return the error for an operand that is neither an array nor a number."""
    dtype = getattr(operand, "dtype", None)
    found = type(operand).__name__ + (f" of dtype {dtype}" if dtype is not None else "")
    return OperandError(
        f"{function}: operand {position} is a {found}; expected a JAX array, a NumPy array or "
        f"scalar of a dtype that JAX has, or a Python number. Convert it first, e.g. with "
        f"jnp.asarray(x, dtype=jnp.float32)"
    )


def undefined(
    function: str, operands: Sequence[Operand], system: ExecutableSystem, reason: str
) -> PromotionError:
    """Return the error for operands without a result in a system, with three remedies."""
    given = " and ".join(_described(each) for each in operands)
    target = next((each.dtype for each in operands if not each.python), "float32")
    return PromotionError(
        f"{function} of {given} is undefined under the promotion system {system.name!r}: {reason}. "
        f"Cast explicitly, e.g. x.astype(jnp.{target}); or call jax.numpy, which has JAX's own "
        f"promotion; or choose another system, e.g. Engine(system='jax')"
    )


def _described(operand: Operand) -> str:
    return f"a Python {operand.dtype}" if operand.python else operand.dtype


def _words(node: str) -> str:
    return _PYTHON_WORDS.get(node, node)
