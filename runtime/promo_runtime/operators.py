"""The operators of an engine's arrays as type checkers see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from promo_runtime.array import EngineArray


class Operators:
    """One method for each of ``promo_typing.rules.OPERATORS``, which the tests compare.

    At run time the table makes the methods of the arrays.
    """

    def __add__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __sub__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __mul__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __truediv__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __floordiv__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __mod__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __divmod__(self, other: Any, /) -> tuple[EngineArray, EngineArray]:
        raise NotImplementedError

    def __pow__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __matmul__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __and__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __or__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __xor__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __lshift__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rshift__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __radd__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rsub__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rmul__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rtruediv__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rfloordiv__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rmod__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rdivmod__(self, other: Any, /) -> tuple[EngineArray, EngineArray]:
        raise NotImplementedError

    def __rpow__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rmatmul__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rand__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __ror__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rxor__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rlshift__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __rrshift__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __eq__(self, other: Any, /) -> EngineArray:  # type: ignore[override]
        raise NotImplementedError

    def __ne__(self, other: Any, /) -> EngineArray:  # type: ignore[override]
        raise NotImplementedError

    def __lt__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __le__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __gt__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __ge__(self, other: Any, /) -> EngineArray:
        raise NotImplementedError

    def __neg__(self) -> EngineArray:
        raise NotImplementedError

    def __pos__(self) -> EngineArray:
        raise NotImplementedError

    def __abs__(self) -> EngineArray:
        raise NotImplementedError

    def __invert__(self) -> EngineArray:
        raise NotImplementedError
