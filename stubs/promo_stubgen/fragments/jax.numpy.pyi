from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, overload

import numpy as np
from jax import Device
from jax._src.basearray import Array, ArrayLike, DTypeLike
from jax._src.sharding import Sharding
from jax._src.tree_util import _NotTraced
from collections.abc import Callable, Sequence
from typing_extensions import TypeVar

_T = TypeVar("_T")
_D = TypeVar("_D")
_ValuesT = TypeVar("_ValuesT", default=Array)
_IndicesT = TypeVar("_IndicesT", default=Array)
_InverseIndicesT = TypeVar("_InverseIndicesT", default=Array)
_CountsT = TypeVar("_CountsT", default=Array)
_PadValueLike: TypeAlias = _T | Sequence[_T] | Sequence[Sequence[_T]]

class _UniqueAllResult(NamedTuple, Generic[_ValuesT, _IndicesT, _InverseIndicesT, _CountsT]):
    values: _ValuesT
    indices: _IndicesT
    inverse_indices: _InverseIndicesT
    counts: _CountsT

class _UniqueCountsResult(NamedTuple, Generic[_ValuesT, _CountsT]):
    values: _ValuesT
    counts: _CountsT

class _UniqueInverseResult(NamedTuple, Generic[_ValuesT, _InverseIndicesT]):
    values: _ValuesT
    inverse_indices: _InverseIndicesT

class _ArrayNamespaceInfo:
    def default_device(self) -> None: ...
    def devices(self) -> tuple[Device | None, ...]: ...
    def capabilities(self) -> dict[str, Any]: ...
    def default_dtypes(
        self, *, device: Device | Sharding | None = None
    ) -> dict[str, np.dtype[Any]]: ...
    def dtypes(
        self,
        *,
        device: Device | Sharding | None = None,
        kind: str | tuple[str, ...] | None = None,
    ) -> dict[str, np.dtype[Any]]: ...

class _AxisConcat(Protocol):
    axis: int
    ndmin: int
    trans1d: int
    op_name: str
    def __getitem__(
        self, key: ArrayLike | str | slice | tuple[ArrayLike | str | slice, ...]
    ) -> Array: ...
    def __len__(self) -> int: ...

class _RClass(_AxisConcat, Protocol): ...
class _CClass(_AxisConcat, Protocol): ...

class _Mgrid(Protocol):
    def __getitem__(self, key: slice | tuple[slice, ...]) -> Array: ...

class _Ogrid(Protocol):
    def __getitem__(self, key: slice | tuple[slice, ...]) -> Array | list[Array]: ...

@overload
def apply_along_axis(
    func1d: Callable[..., Array[_D]], axis: int, arr: ArrayLike, *args: Any, **kwargs: Any
) -> Array[_D]: ...
@overload
def apply_along_axis(
    func1d: Callable[..., Any], axis: int, arr: ArrayLike, *args: Any, **kwargs: Any
) -> Array: ...
@overload
def apply_over_axes(
    func: Callable[..., Array[_D]], a: ArrayLike, axes: Sequence[int]
) -> Array[_D]: ...
@overload
def apply_over_axes(func: Callable[..., Any], a: ArrayLike, axes: Sequence[int]) -> Array: ...
@overload
def fromfunction(
    function: Callable[..., Array[_D]], shape: Any, *, dtype: DTypeLike = ..., **kwargs: Any
) -> Array[_D]: ...
@overload
def fromfunction(
    function: Callable[..., Any], shape: Any, *, dtype: DTypeLike = ..., **kwargs: Any
) -> Array: ...
@overload
def trim_zeros(
    filt: Array[_D], trim: str = "fb", axis: int | Sequence[int] | None = None
) -> Array[_D]: ...
@overload
def trim_zeros(
    filt: _NotTraced, trim: str = "fb", axis: int | Sequence[int] | None = None
) -> Array: ...
@overload
def vectorize(
    pyfunc: Callable[..., _NotTraced], *, excluded: Any = ..., signature: Any = None
) -> Callable[..., Any]: ...
@overload
def vectorize(
    pyfunc: Callable[..., _T], *, excluded: Any = ..., signature: Any = None
) -> Callable[..., _T]: ...
