"""What JAX says of calls: the shapes of what they return, or why they are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import jax

from promo_typing.core.dtypes import DEFAULTS

from .calls import Call
from .operands import HEADER

_WEAK: Final = {off: weak for weak, (off, _) in DEFAULTS.items()}
REFUSALS: Final = ("must have equal", "requires arguments to have the same dtypes")
"""What JAX says of carries and branches that have different dtypes."""


class Executed(NamedTuple):
    """The pytree of the names of dtypes, or the exception that JAX raised."""

    result: Any
    exception: Exception | None = None

    @property
    def refused(self) -> bool:
        """Whether JAX refused dtypes that differ in a carry or between branches."""
        text = str(self.exception)
        return isinstance(self.exception, TypeError) and any(part in text for part in REFUSALS)


def execute(calls: Sequence[Call]) -> list[Executed]:
    """Return what JAX makes of each call; nothing is computed."""
    namespace: dict[str, Any] = {}
    exec(HEADER, namespace)
    return [_execute(call, namespace) for call in calls]


def _execute(call: Call, namespace: dict[str, Any]) -> Executed:
    try:
        shapes = jax.eval_shape(lambda: eval(call.text, namespace))
    except Exception as exception:
        return Executed(None, exception)
    return Executed(jax.tree.map(_node, shapes))


def _node(shape: Any) -> str:
    name = str(shape.dtype)
    return _WEAK.get(name, f"weak {name}") if shape.weak_type else name
