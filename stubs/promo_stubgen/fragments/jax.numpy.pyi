from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from jax import Device
from jax._src.basearray import Array, ArrayLike
from jax._src.sharding import Sharding
from collections.abc import Sequence

_T = TypeVar("_T")
_PadValueLike: TypeAlias = _T | Sequence[_T] | Sequence[Sequence[_T]]

class _UniqueAllResult(NamedTuple):
    values: Array[Any]
    indices: Array[Any]
    inverse_indices: Array[Any]
    counts: Array[Any]

class _UniqueCountsResult(NamedTuple):
    values: Array[Any]
    counts: Array[Any]

class _UniqueInverseResult(NamedTuple):
    values: Array[Any]
    inverse_indices: Array[Any]

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
    ) -> Array[Any]: ...
    def __len__(self) -> int: ...

class _RClass(_AxisConcat, Protocol): ...
class _CClass(_AxisConcat, Protocol): ...

class _Mgrid(Protocol):
    def __getitem__(self, key: slice | tuple[slice, ...]) -> Array[Any]: ...

class _Ogrid(Protocol):
    def __getitem__(self, key: slice | tuple[slice, ...]) -> Array[Any] | list[Array[Any]]: ...
