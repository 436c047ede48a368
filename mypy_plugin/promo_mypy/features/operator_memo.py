"""A cache of answers for operators on two arrays of known dtypes.

Such operators are by far the most frequent expressions that the plugin answers.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from mypy.plugin import MethodContext
from mypy.types import Instance, Type

from promo_mypy.features.lints.suspicions import Facts
from promo_mypy.types.symbols import Operand
from promo_typing.core.stub_names import ARRAY
from promo_typing.rules import Operator

Key: TypeAlias = tuple[frozenset[str], str, bool, str, str]


class Remembered(NamedTuple):
    """An answer for an operator that follows from the dtypes alone, without an error.

    Attributes:
        type: the type of the result.
        operands: the operands in the order of the rule.
        facts: the facts that the module's enabled lints have to look at.
    """

    type: Type
    operands: tuple[Operand | None, ...]
    facts: Facts


class OperatorMemo:
    """A cache of answers by operator, dtype classes of both arrays, and enabled lints."""

    def __init__(self) -> None:
        """Start without answers."""
        self._known: dict[Key, Remembered] = {}

    def key(self, operator: Operator, ctx: MethodContext, lints: frozenset[str]) -> Key | None:
        """Return the key of a call; None unless both dtypes are plain classes."""
        if not ctx.arg_types or not ctx.arg_types[0]:
            return None
        left, right = _dtype_class(ctx.type), _dtype_class(ctx.arg_types[0][0])
        if left is None or right is None:
            return None
        return lints, operator.symbol, operator.reflected, left, right

    def get(self, key: Key) -> Remembered | None:
        """Return the answer for a key; None if there is none."""
        return self._known.get(key)

    def remember(self, key: Key, known: Remembered) -> None:
        """Store the answer for a key."""
        self._known[key] = known

    def forget(self) -> None:
        """Clear the cache: mypy has made new classes for the stubs."""
        self._known.clear()


def _dtype_class(array: Type) -> str | None:
    """The name of an array's dtype class; None for aliases and other types."""
    if not isinstance(array, Instance) or array.type.fullname != ARRAY or len(array.args) != 1:
        return None
    dtype = array.args[0]
    return dtype.type.fullname if isinstance(dtype, Instance) and not dtype.args else None
