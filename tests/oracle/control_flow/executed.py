"""What JAX says of calls: the shapes of what they return, or why they are refused."""

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
"""What JAX says of carries and branches of different dtypes, and of what has no derivative."""


class Executed(NamedTuple):
    """The pytree of the names of dtypes, or the exception that JAX raised."""

    result: Any
    exception: Exception | None = None

    @property
    def refused(self) -> bool:
        """Whether JAX refused dtypes of carries, branches, or of what is differentiated."""
        text = str(self.exception)
        return isinstance(self.exception, TypeError) and any(part in text for part in REFUSALS)


def execute(calls: Sequence[Call]) -> list[Executed]:
    """Return what JAX makes of each call; nothing is computed."""
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
    """The name of a dtype, or of the class of a number: what is traced may return one."""
    for scalar in _SCALARS:
        if isinstance(leaf, scalar):
            return scalar.__name__
    shape = jax.typeof(leaf)
    name = str(shape.dtype)
    return _WEAK.get(name, f"weak {name}") if shape.weak_type else name
