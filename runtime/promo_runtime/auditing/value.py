"""A value in a jaxpr, and the value before its promotion."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from jax.extend import core

from promo_runtime.auditing.conversion import Origin
from promo_runtime.auditing.origin import asked_by
from promo_runtime.auditing.rules import MOVES
from promo_runtime.auditing.scope import Scope

CAST: Final = "convert_element_type"


class Value(NamedTuple):
    """A variable or a literal with its jaxpr."""

    atom: Any
    scope: Scope

    @property
    def dtype(self) -> str:
        """The name of the dtype, empty if there is none."""
        return str(getattr(self.atom.aval, "dtype", ""))

    @property
    def is_literal(self) -> bool:
        """Whether the value is a literal in the jaxpr."""
        return isinstance(self.atom, core.Literal)

    @property
    def producer(self) -> Any:
        """The equation that computes the value, None if there is none."""
        return None if self.is_literal else self.scope.producers.get(self.atom)

    @property
    def operands(self) -> list[Value]:
        """The operands of the equation that computes the value."""
        producer = self.producer
        return [] if producer is None else [Value(each, self.scope) for each in producer.invars]

    @property
    def before_promotion(self) -> Value | None:
        """The value that was promoted to this one; None if there is none."""
        value: Value = self
        while value.producer is not None and value.producer.primitive.name in MOVES:
            value = value.operands[0]
        if value.producer is None or value.producer.primitive.name != CAST:
            return None
        operand = value.operands[0]
        asked = asked_by(value.producer, operand.atom, value.dtype, self.scope)
        return operand if asked is Origin.IMPLICIT else None
