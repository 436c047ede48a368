"""Remembers the result types of operators on two arrays of known dtype.

They are by far the most frequent expressions that the plugin sees.
"""

from __future__ import annotations

from typing import TypeAlias

from mypy.plugin import MethodContext
from mypy.types import Instance, Type

from promo_typing.core.stub_names import ARRAY
from promo_typing.rules import Operator

Key: TypeAlias = tuple[str, bool, str, str]


class OperatorMemo:
    """Result types by operator and the dtype classes of both arrays."""

    def __init__(self) -> None:
        """Start without any."""
        self._types: dict[Key, Type] = {}

    def key(self, operator: Operator, ctx: MethodContext) -> Key | None:
        """Return what tells a call from all others; None unless both dtypes are plain classes."""
        if not ctx.arg_types or not ctx.arg_types[0]:
            return None
        left, right = _dtype_class(ctx.type), _dtype_class(ctx.arg_types[0][0])
        if left is None or right is None:
            return None
        return operator.symbol, operator.reflected, left, right

    def get(self, key: Key) -> Type | None:
        """Return the type that was remembered."""
        return self._types.get(key)

    def remember(self, key: Key, result: Type) -> None:
        """Remember a type; it has to follow from the dtypes alone, without an error."""
        self._types[key] = result

    def forget(self) -> None:
        """Drop all types, because mypy analyses the classes behind them anew."""
        self._types.clear()


def _dtype_class(array: Type) -> str | None:
    """The name of the dtype class of an array; aliases and all else are left to the slower way."""
    if not isinstance(array, Instance) or array.type.fullname != ARRAY or len(array.args) != 1:
        return None
    dtype = array.args[0]
    return dtype.type.fullname if isinstance(dtype, Instance) and not dtype.args else None
