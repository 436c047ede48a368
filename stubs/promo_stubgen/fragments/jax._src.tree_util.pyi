from collections.abc import Mapping, Sequence
from typing import Any, ParamSpec, Protocol, TypeAlias, overload

import numpy as np
from jax._src.basearray import Array, StaticScalar
from jax._src.numpy.scalar_types import _NoOperand, weak_complex, weak_float, weak_int
from typing_extensions import Self

_P = ParamSpec("_P")

# Weak arrays, which become strong by promotion with a strong array.
_WeakArray: TypeAlias = Array[weak_int | weak_float | weak_complex]

# Leaves of pytrees that a transformed function takes and returns as JAX arrays.
_NotTraced: TypeAlias = StaticScalar | np.ndarray[Any, Any]

# A parameter that takes this class takes one of the above, or anything. It has no instances.
class _Leaf(float, np.ndarray[Any, Any]): ...  # type: ignore[misc]

# Fits every parameter, and has every attribute. It has no instances.
class _Whatever(Any): ...

# Functions whose first, second or third parameter takes such a leaf. Checkers take the types of a
# lambda's parameters from the first overload, so its body must be correct for them.
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

# A tuple with such a leaf among its first items, or a dictionary of such leaves and arrays.
_PartlyTraced: TypeAlias = (
    tuple[_NotTraced, *tuple[Any, ...]]
    | tuple[Any, _NotTraced, *tuple[Any, ...]]
    | tuple[Any, Any, _NotTraced, *tuple[Any, ...]]
    | dict[Any, object]
    | dict[Any, Array | int]
    | dict[Any, Array | float]
)

# A pytree of arrays whose tangents have the same dtypes.
_InexactTree: TypeAlias = (
    Array[np.inexact[Any]] | Sequence[_InexactTree] | Mapping[Any, _InexactTree] | None
)

# Dtypes that no array has.
class _Dtype(np.generic):
    def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...

class _FloatDtype(np.floating[Any]): ...

class _OtherDtype(np.generic):
    def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...

# An array, or a leaf that is none: it has every attribute.
class _AnyLeaf(Array[_Dtype], Any): ...

class _NamedTuple(Protocol):
    def _asdict(self) -> dict[str, Any]: ...

# Matches only a tree of unknown type, or a flat tree with leaves of unknown type.
_UnknownTree: TypeAlias = (
    _NoOperand | list[_NoOperand] | tuple[_NoOperand, ...] | Mapping[Any, _NoOperand]
)
