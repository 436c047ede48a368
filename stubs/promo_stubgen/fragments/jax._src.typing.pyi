from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from jax._src.basearray import Array as Array
from jax._src.basearray import ArrayLike as ArrayLike
from jax._src.basearray import DTypeLike as DTypeLike
from jax._src.basearray import StaticScalar as StaticScalar
from jax._src.basearray import SupportsDType as SupportsDType

class SupportsShape(Protocol):
    @property
    def shape(self) -> tuple[Any, ...]: ...

class SupportsNdim(Protocol):
    @property
    def ndim(self) -> int: ...

class SupportsSize(Protocol):
    @property
    def size(self) -> Any: ...

class DuckTypedArray(SupportsDType, SupportsShape, Protocol): ...

DType: TypeAlias = np.dtype[Any]
DimSize: TypeAlias = int | Any
Shape: TypeAlias = Sequence[int | Any]
