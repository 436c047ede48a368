"""Finds who brought a dtype into a promotion, from the jaxprs and, for constants, the source.

In a jaxpr a value that is computed while tracing looks like a NumPy array. The source tells the two
apart; without it a constant operand of an operator counts as NumPy's.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import jax

from promo_runtime.auditing.conversion import Place
from promo_runtime.auditing.frames import Stack
from promo_runtime.auditing.origin import is_operator
from promo_runtime.auditing.rules import MOVES
from promo_runtime.auditing.source import source_of
from promo_runtime.auditing.value import Value
from promo_runtime.auditing.written import Bringer, combined, of_expression, operands_of
from promo_typing.core.dtypes import DEFAULTS, NODES

_DEPTH: Final = 64
_Answer: TypeAlias = Bringer | None


class Bringing:
    """Traces who brought a dtype into a call of the user."""

    def __init__(self, dtype: str, at: Stack) -> None:
        """Take the dtype, and the frames of the equation that converts to this dtype."""
        self._dtype, self._at = dtype, at
        self._known: dict[Value, _Answer] = {}

    def of_operands(self, values: Sequence[Value]) -> _Answer:
        """Return who gave the operands of the call their dtype; None if unknown."""
        return self._of_operands(values, self._at, _DEPTH)

    def _of_operands(self, values: Sequence[Value], at: Stack, depth: int) -> _Answer:
        """Who gave operands their dtype, judged by the operands that were not promoted.

        Computed operands count before literals: a literal may be a Python number, which has taken
        the dtype of the other operands.
        """
        own = [each for each in values if each.before_promotion is None]
        computed = [each for each in own if not each.is_literal]
        found = [self._of(each, at, depth) for each in computed or own]
        return combined(each or Bringer.REQUEST for each in found)

    def _of(self, value: Value, at: Stack, depth: int) -> _Answer:
        if value.is_literal:
            return self._of_constant(value.atom.val, at)
        if value not in self._known and depth:
            self._known[value] = self._of_variable(value, at, depth)
        return self._known.get(value)

    def _of_variable(self, value: Value, at: Stack, depth: int) -> _Answer:
        atom, scope = value
        if atom in scope.constants:
            return self._of_constant(scope.constants[atom], at)
        if atom in scope.given and scope.outer is not None:
            return self._of(Value(scope.given[atom], scope.outer), at, depth - 1)
        return None if value.producer is None else self._of_result(value, at, depth)

    def _of_result(self, value: Value, at: Stack, depth: int) -> _Answer:
        """Who gave the result of an equation its dtype."""
        own = value.scope.stack_at(value.producer)
        if value.producer.primitive.name in MOVES and own.place == at.place:
            return self._of(value.operands[0], at, depth - 1)
        if own.place == self._at.place:
            return None  # The equation belongs to the function that the user calls.
        same = [each for each in value.operands if _kind(each.dtype) == _kind(self._dtype)]
        if all(each.is_literal for each in same):
            return self._of_call(own.place) or self._of_inner(value, depth)
        if any(each.dtype != self._dtype for each in same):
            return None
        if self._is_default(same):
            return self._written(own.place) or Bringer.DEFAULT
        return self._of_operands(same, own, depth - 1)

    def _is_default(self, operands: Sequence[Value]) -> bool:
        """Whether the dtype is JAX's default, as for a quotient of integers."""
        before = [each.before_promotion for each in operands if not each.is_literal]
        kinds = {"" if each is None else _kind(each.dtype) for each in before}
        defaults = {each[jax.config.jax_enable_x64] for each in DEFAULTS.values()}
        return self._dtype in defaults and kinds.isdisjoint({"", _kind(self._dtype)})

    def _of_inner(self, value: Value, depth: int) -> _Answer:
        """Who gave the result of a jitted function its dtype, inside of the function."""
        for inner in value.scope.nested(value.producer):
            results = inner.jaxpr.outvars
            if len(results) == len(value.producer.outvars):
                result = results[value.producer.outvars.index(value.atom)]
                return self._of(Value(result, inner), inner.stack, depth - 1)
        return None

    # -- in the source -----------------------------------------------------------------------------

    def _of_constant(self, value: Any, at: Stack) -> _Answer:
        written = self._written(at.place)
        if written is not None or isinstance(value, jax.Array):
            return written
        # A function may have constants of its own. An operator has none, so its operand is NumPy's.
        return Bringer.NUMPY if is_operator(at.inner) else None

    def _written(self, place: Place | None) -> _Answer:
        """Who gave the operands at a place their dtype."""
        source = None if place is None else source_of(place.file)
        node = None if source is None or place is None else source.at(place)
        if source is None or node is None:
            return None
        written = {of_expression(source, part, self._dtype) for part in operands_of(node)}
        return next((one for one in Bringer if one in written), None)

    def _of_call(self, place: Place | None) -> _Answer:
        """Who gave the result of a call its dtype."""
        source = None if place is None else source_of(place.file)
        node = None if source is None or place is None else source.at(place)
        if source is None or not isinstance(node, ast.Call):
            return None
        return of_expression(source, node, self._dtype)


def _kind(dtype: str) -> str:
    return NODES[dtype].kind if dtype in NODES else dtype
