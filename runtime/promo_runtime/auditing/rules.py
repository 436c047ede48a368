"""Finds conversions by JAX's own rules for JVP, transposition and batching.

The equations of a function that JAX inlines have only the frames of its call, and all share one
traceback. Such a function promotes its arguments, which come from other calls and so have other
tracebacks. A rule converts values of the same call, such as the comparison in the gradient of a
maximum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from jax.extend import core

from promo_runtime.auditing.frames import Frame

_BIND: Final = "Primitive.bind"
_INLINED: Final = "_run_python_pjit"
MOVES: Final = frozenset({"broadcast_in_dim", "reshape", "squeeze", "transpose", "copy"})
"""Primitives that reshape an array before it is promoted."""


def is_transposed(equation: Any) -> bool:
    """Whether an equation belongs to a backward pass."""
    return "transpose(" in str(equation.source_info.name_stack)


def is_by_rule(
    equation: Any, operand: Any, frames: Sequence[Frame], producers: Mapping[Any, Any]
) -> bool:
    """Whether a rule of another primitive made this conversion.

    Args:
        equation: a ``convert_element_type``.
        operand: the operand that it converts.
        frames: the frames of the equation itself, the innermost first.
        producers: the equation that computes each variable of the jaxpr.
    """
    binder = _binder(frames)
    if binder == _INLINED:
        return _is_intermediate(equation, operand, producers)
    return binder is not None and "convert_element_type" not in binder


def _binder(frames: Sequence[Frame]) -> str | None:
    """The function that binds the outermost primitive, which the user's call requests."""
    for inner, outer in zip(reversed(frames[:-1]), reversed(frames[1:]), strict=True):
        if inner.function == _BIND:
            return outer.function
    return None


def _is_intermediate(equation: Any, operand: Any, producers: Mapping[Any, Any]) -> bool:
    traceback = equation.source_info.traceback
    while not isinstance(operand, core.Literal):
        producer = producers.get(operand)
        if producer is None or producer.source_info.traceback is not traceback:
            return False
        if producer.primitive.name not in MOVES:
            return True
        operand = producer.invars[0]
    return True
