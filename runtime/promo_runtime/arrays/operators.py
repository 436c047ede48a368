"""The operators of an engine's arrays, each of which calls a function of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from promo_typing.rules import OPERATORS

A = TypeVar("A")
Unary: TypeAlias = Callable[[Any], A]
Binary: TypeAlias = Callable[[Any, Any], A]


def _unary(name: str) -> Callable[[Any], Any]:
    symbol = OPERATORS[name].symbol
    return lambda self: self.engine.apply(symbol, self)


def _binary(name: str) -> Callable[[Any, Any], Any]:
    symbol = OPERATORS[name].symbol
    if OPERATORS[name].reflected:
        return lambda self, other: self.engine.apply(symbol, other, self)
    return lambda self, other: self.engine.apply(symbol, self, other)


_equal = _binary("__eq__")
_not_equal = _binary("__ne__")


class Operators(Generic[A]):
    """The special methods of ``promo_typing.rules.OPERATORS``, spelled out for type checkers.

    ``A`` is the class that inherits the operators, which is also the class of their results.
    """

    __slots__ = ()

    __add__: Binary[A] = _binary("__add__")
    __sub__: Binary[A] = _binary("__sub__")
    __mul__: Binary[A] = _binary("__mul__")
    __truediv__: Binary[A] = _binary("__truediv__")
    __floordiv__: Binary[A] = _binary("__floordiv__")
    __mod__: Binary[A] = _binary("__mod__")
    __divmod__: Binary[tuple[A, A]] = _binary("__divmod__")
    __pow__: Binary[A] = _binary("__pow__")
    __matmul__: Binary[A] = _binary("__matmul__")
    __and__: Binary[A] = _binary("__and__")
    __or__: Binary[A] = _binary("__or__")
    __xor__: Binary[A] = _binary("__xor__")
    __lshift__: Binary[A] = _binary("__lshift__")
    __rshift__: Binary[A] = _binary("__rshift__")
    __radd__: Binary[A] = _binary("__radd__")
    __rsub__: Binary[A] = _binary("__rsub__")
    __rmul__: Binary[A] = _binary("__rmul__")
    __rtruediv__: Binary[A] = _binary("__rtruediv__")
    __rfloordiv__: Binary[A] = _binary("__rfloordiv__")
    __rmod__: Binary[A] = _binary("__rmod__")
    __rdivmod__: Binary[tuple[A, A]] = _binary("__rdivmod__")
    __rpow__: Binary[A] = _binary("__rpow__")
    __rmatmul__: Binary[A] = _binary("__rmatmul__")
    __rand__: Binary[A] = _binary("__rand__")
    __ror__: Binary[A] = _binary("__ror__")
    __rxor__: Binary[A] = _binary("__rxor__")
    __rlshift__: Binary[A] = _binary("__rlshift__")
    __rrshift__: Binary[A] = _binary("__rrshift__")
    __lt__: Binary[A] = _binary("__lt__")
    __le__: Binary[A] = _binary("__le__")
    __gt__: Binary[A] = _binary("__gt__")
    __ge__: Binary[A] = _binary("__ge__")
    __neg__: Unary[A] = _unary("__neg__")
    __pos__: Unary[A] = _unary("__pos__")
    __abs__: Unary[A] = _unary("__abs__")
    __invert__: Unary[A] = _unary("__invert__")

    # Written as functions, since type checkers would take the bool of ``object.__eq__``.
    def __eq__(self, other: Any, /) -> A:  # type: ignore[override]
        found: A = _equal(self, other)
        return found

    def __ne__(self, other: Any, /) -> A:  # type: ignore[override]
        found: A = _not_equal(self, other)
        return found
