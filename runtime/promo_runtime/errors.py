"""The errors of the engine, with messages that say how to avoid them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from promo_runtime.settings import semantics
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Mismatch, NoPath, Refusal, Rejected, Rule
from promo_typing.rules.advice_words import PYTHON_BOOL, advised, rewrite
from promo_typing.rules.explain import explain, why
from promo_typing.systems import ExecutableSystem, Operand
from promo_typing.systems.explain import explain_for


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
    function: str, rule: Rule, operands: Sequence[str], outcome: Refusal, live: Semantics
) -> DtypeError:
    """Return the error for operands that JAX refuses: which ones, why, and the advice."""
    explanation = explain(rule, operands, live, outcome)
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


@dataclass(frozen=True, slots=True)
class Refused:
    """A call that fails under a promotion system other than JAX's.

    Attributes:
        function: the full name of the function.
        operands: the operands of the call.
        system: the promotion system.
        takes: a function: whether the call would succeed with other operands.
    """

    function: str
    operands: tuple[Operand, ...]
    system: ExecutableSystem
    takes: Callable[[tuple[Operand, ...]], bool]

    @property
    def given(self) -> str:
        """The operands in words."""
        return " and ".join(map(_described, self.operands))

    def advised(self, reason: str) -> str:
        """The advice what to cast, after a semicolon; an empty text if no cast helps."""
        explanation = explain_for(self.operands, semantics(), self.takes, reason)
        return advised(explanation, [_named(each) for each in self.operands])


def undefined(call: Refused, reason: str, *, in_jax: bool) -> PromotionError:
    """Return the error for operands without a result under a system, with advice.

    ``in_jax`` tells whether JAX accepts the operands under its own promotion.
    """
    others = _OTHER_WAYS if in_jax else ""
    return PromotionError(
        f"{call.function} of {call.given} is undefined under the promotion system "
        f"{call.system.name!r}: {reason}{call.advised(reason)}{others}"
    )


_OTHER_WAYS: Final = (
    "; or call jax.numpy, which has JAX's own promotion, or choose another system, "
    "e.g. Engine(system='jax')"
)


def beyond_jax(call: Refused, dtypes: Sequence[str], refusal: Refusal) -> DtypeError:
    """Return the error for operands that a system casts to dtypes which JAX's function refuses."""
    standard = replace(semantics(), promotion="standard")
    reason, several = why(refusal, standard), " and ".join(dict.fromkeys(dtypes))
    error = PromotionError if isinstance(refusal, NoPath | Mismatch) else OperandError
    said = f"it {reason}" if isinstance(refusal, Mismatch) else reason
    return error(
        f"{call.function} of {call.given} computes in {several} under the promotion system "
        f"{call.system.name!r}, which JAX does not accept: {said}{call.advised(reason)}"
    )


def _named(operand: Operand) -> str:
    """The name of an operand's dtype for :func:`promo_typing.rules.advice_words.advised`."""
    return PYTHON_BOOL if operand.python and operand.dtype == "bool" else operand.dtype


def _described(operand: Operand) -> str:
    return f"a Python {operand.dtype}" if operand.python else operand.dtype


def _words(node: str) -> str:
    return _PYTHON_WORDS.get(node, node)
