"""JAX's answers about calls: the dtypes of their results, or the exception."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import jax

from promo_typing.core.dtypes import DEFAULTS

from .calls import Call
from .operands import HEADER

_WEAK: Final = {off: weak for weak, (off, _) in DEFAULTS.items()}
_SCALARS: Final = (bool, int, float, complex)
REFUSALS: Final = (
    "must have equal",
    "requires arguments to have the same dtypes",
    "requires real-valued inputs",
    "requires real- or complex-valued inputs",
    "requires real-valued outputs",
)
"""Parts of JAX's messages about carries and branches of different dtypes, and derivatives."""


class Executed(NamedTuple):
    """A pytree with the names of dtypes, or the exception that JAX raised."""

    result: Any
    exception: Exception | None = None

    @property
    def refused(self) -> bool:
        """Whether JAX refused the dtypes of carries, of branches, or for differentiation."""
        text = str(self.exception)
        return isinstance(self.exception, TypeError) and any(part in text for part in REFUSALS)


def execute(calls: Sequence[Call]) -> list[Executed]:
    """Return JAX's answer for each call, by abstract evaluation."""
    namespace: dict[str, Any] = {}
    exec(HEADER, namespace)
    return [_execute(call, namespace) for call in calls]


def _execute(call: Call, namespace: dict[str, Any]) -> Executed:
    exec(call.definitions, namespace)
    found: list[Any] = []

    def traced() -> None:
        found.append(jax.tree.map(_node, eval(call.text, namespace)))

    try:
        jax.eval_shape(traced)
    except Exception as exception:
        return Executed(None, exception)
    return Executed(found[0])


def _node(leaf: Any) -> str:
    """The name of a dtype, or of a Python number's class: traced functions may return numbers."""
    for scalar in _SCALARS:
        if isinstance(leaf, scalar):
            return scalar.__name__
    shape = jax.typeof(leaf)
    name = str(shape.dtype)
    return _WEAK.get(name, f"weak {name}") if shape.weak_type else name
