from collections.abc import Mapping, Sequence
from typing import Any, ParamSpec, Protocol, TypeAlias, overload

import numpy as np
from jax._src.basearray import Array, StaticScalar
from jax._src.numpy.scalar_types import _NoOperand, weak_complex, weak_float, weak_int
from typing_extensions import Self

_P = ParamSpec("_P")

# Arrays that are no longer weak once they meet one that is not.
_WeakArray: TypeAlias = Array[weak_int | weak_float | weak_complex]

# Leaves of pytrees that are arrays of JAX in what a transformed function gets or returns.
_NotTraced: TypeAlias = StaticScalar | np.ndarray[Any, Any]

# A function that takes it takes one of the above, or anything at all. It has no instances.
class _Leaf(float, np.ndarray[Any, Any]): ...  # type: ignore[misc]

# It fits everything, and everything can be done with it. It has no instances.
class _Whatever(Any): ...

# Functions whose first, second or third parameter takes such a leaf. Checkers give a lambda's
# parameters the types of the first overload, and what it does with them must not be an error.
class _TakesLeaf(Protocol[_P]):
    @overload
    def __call__(self, a: _Whatever, /, *args: _P.args, **kwargs: _P.kwargs) -> Any: ...
    @overload
    def __call__(self, a: _Leaf, /, *args: _P.args, **kwargs: _P.kwargs) -> Any: ...

class _TakesLeafSecond(Protocol[_P]):
    @overload
    def __call__(self, a: Any, b: _Whatever, /, *args: _P.args, **kwargs: _P.kwargs) -> Any: ...
    @overload
    def __call__(self, a: Any, b: _Leaf, /, *args: _P.args, **kwargs: _P.kwargs) -> Any: ...

class _TakesLeafThird(Protocol[_P]):
    @overload
    def __call__(
        self, a: Any, b: Any, c: _Whatever, /, *args: _P.args, **kwargs: _P.kwargs
    ) -> Any: ...
    @overload
    def __call__(self, a: Any, b: Any, c: _Leaf, /, *args: _P.args, **kwargs: _P.kwargs) -> Any: ...

# A tuple that has one of the above among its first items, and a dictionary of them and arrays.
_PartlyTraced: TypeAlias = (
    tuple[_NotTraced, *tuple[Any, ...]]
    | tuple[Any, _NotTraced, *tuple[Any, ...]]
    | tuple[Any, Any, _NotTraced, *tuple[Any, ...]]
    | dict[Any, object]
    | dict[Any, Array | int]
    | dict[Any, Array | float]
)

# A pytree of arrays that have tangents of their own dtype.
_InexactTree: TypeAlias = (
    Array[np.inexact[Any]] | Sequence[_InexactTree] | Mapping[Any, _InexactTree] | None
)

# Dtypes that no array has.
class _Dtype(np.generic):
    def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...

class _FloatDtype(np.floating[Any]): ...

class _OtherDtype(np.generic):
    def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...

class _NamedTuple(Protocol):
    def _asdict(self) -> dict[str, Any]: ...

# A tree of unknown type, or a flat one of leaves of unknown type: nothing else has such leaves.
_UnknownTree: TypeAlias = (
    _NoOperand | list[_NoOperand] | tuple[_NoOperand, ...] | Mapping[Any, _NoOperand]
)
