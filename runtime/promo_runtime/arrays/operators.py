"""The operators of an engine's arrays: a function of its engine behind each special method."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from promo_typing.rules import OPERATORS

if TYPE_CHECKING:
    from promo_runtime.array import EngineArray


def _unary(name: str) -> Callable[[Any], EngineArray]:
    symbol = OPERATORS[name].symbol
    return lambda self: self.engine.apply(symbol, self)


def _binary(name: str) -> Callable[[Any, Any], EngineArray]:
    symbol = OPERATORS[name].symbol
    if OPERATORS[name].reflected:
        return lambda self, other: self.engine.apply(symbol, other, self)
    return lambda self, other: self.engine.apply(symbol, self, other)


def _divmod(name: str) -> Callable[[Any, Any], tuple[EngineArray, EngineArray]]:
    return _binary(name)  # type: ignore[return-value]


_equal = _binary("__eq__")
_not_equal = _binary("__ne__")


class Operators:
    """The special methods of ``promo_typing.rules.OPERATORS``, spelled out for type checkers."""

    __slots__ = ()

    __add__ = _binary("__add__")
    __sub__ = _binary("__sub__")
    __mul__ = _binary("__mul__")
    __truediv__ = _binary("__truediv__")
    __floordiv__ = _binary("__floordiv__")
    __mod__ = _binary("__mod__")
    __divmod__ = _divmod("__divmod__")
    __pow__ = _binary("__pow__")
    __matmul__ = _binary("__matmul__")
    __and__ = _binary("__and__")
    __or__ = _binary("__or__")
    __xor__ = _binary("__xor__")
    __lshift__ = _binary("__lshift__")
    __rshift__ = _binary("__rshift__")
    __radd__ = _binary("__radd__")
    __rsub__ = _binary("__rsub__")
    __rmul__ = _binary("__rmul__")
    __rtruediv__ = _binary("__rtruediv__")
    __rfloordiv__ = _binary("__rfloordiv__")
    __rmod__ = _binary("__rmod__")
    __rdivmod__ = _divmod("__rdivmod__")
    __rpow__ = _binary("__rpow__")
    __rmatmul__ = _binary("__rmatmul__")
    __rand__ = _binary("__rand__")
    __ror__ = _binary("__ror__")
    __rxor__ = _binary("__rxor__")
    __rlshift__ = _binary("__rlshift__")
    __rrshift__ = _binary("__rrshift__")
    __lt__ = _binary("__lt__")
    __le__ = _binary("__le__")
    __gt__ = _binary("__gt__")
    __ge__ = _binary("__ge__")
    __neg__ = _unary("__neg__")
    __pos__ = _unary("__pos__")
    __abs__ = _unary("__abs__")
    __invert__ = _unary("__invert__")

    # These two are functions of their own because checkers would keep the bool of object.
    def __eq__(self, other: Any, /) -> EngineArray:  # type: ignore[override]
        return _equal(self, other)

    def __ne__(self, other: Any, /) -> EngineArray:  # type: ignore[override]
        return _not_equal(self, other)
