from typing import Any, Generic, overload

import numpy as np
from _typeshed import Incomplete
from jax._src.basearray import Array
from jax._src.numpy.scalar_types import _GenericT
from typing_extensions import TypeVar

_D_co = TypeVar("_D_co", covariant=True, default=Incomplete)

# Takes the place of an array while a function is traced: an array of the same dtype.
class Tracer(Array[_D_co], Generic[_D_co]):
    aval: Any
    _trace: Any
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

# Generic for type checkers only: at run time it takes no parameter.
class ShapeDtypeStruct(Generic[_D_co]):
    @overload
    def __init__(
        self: ShapeDtypeStruct[_GenericT],
        shape: Any,
        dtype: type[_GenericT] | np.dtype[_GenericT],
        *,
        sharding: Any = None,
        weak_type: Any = False,
        manual_axis_type: Any = None,
        is_ref: Any = False,
        _memory_space: Any = None,
    ) -> None: ...
    @overload
    def __init__(
        self: ShapeDtypeStruct[Any],
        shape: Any,
        dtype: Any,
        *,
        sharding: Any = None,
        weak_type: Any = False,
        manual_axis_type: Any = None,
        is_ref: Any = False,
        _memory_space: Any = None,
    ) -> None: ...
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __len__(self) -> int: ...
    @property
    def dtype(self) -> np.dtype[_D_co]: ...  # type: ignore[type-var]
    @property
    def shape(self) -> tuple[Any, ...]: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> Any: ...
    @property
    def format(self) -> Any: ...
    @property
    def sharding(self) -> Any: ...
    @property
    def is_ref(self) -> Any: ...
    @property
    def manual_axis_type(self) -> Any: ...
    @property
    def weak_type(self) -> Any: ...
    @classmethod
    def like(cls, x: Any) -> ShapeDtypeStruct[Any]: ...
    def update(self, **kwargs: Any) -> ShapeDtypeStruct[Any]: ...
