"""The fixed parts of the stub of ``jax.numpy``: imports, aliases and the classes it exports.

What stands here is checked against the run time by stubtest.
"""

from __future__ import annotations

from typing import Final

PREAMBLE: Final = """\
import builtins
import os
from collections.abc import Callable, Sequence
from typing import IO, Any, Literal, NamedTuple, Never, Protocol, TypeAlias, TypeVar, overload

import numpy as np
{imports}
from jax._src.typing import DuckTypedArray, SupportsNdim, SupportsShape, SupportsSize
from jax.lax import GatherScatterMode, PrecisionLike
from jax.sharding import NamedSharding, PartitionSpec, Sharding

_T = TypeVar("_T")
# jax.Device comes from a compiled module without annotations.
_Device: TypeAlias = Any
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
    def devices(self) -> tuple[_Device | None, ...]: ...
    def capabilities(self) -> dict[str, Any]: ...
    def default_dtypes(
        self, *, device: _Device | Sharding | None = None
    ) -> dict[str, np.dtype[Any]]: ...
    def dtypes(
        self,
        *,
        device: _Device | Sharding | None = None,
        kind: str | tuple[str, ...] | None = None,
    ) -> dict[str, np.dtype[Any]]: ...
"""

UFUNC_METHODS: Final = """\
    def reduce(
        self,
        a: ArrayLike,
        axis: int | None = 0,
        dtype: DTypeLike | None = None,
        out: None = None,
        keepdims: builtins.bool = False,
        initial: ArrayLike | None = None,
        where: ArrayLike | None = None,
    ) -> Array[Any]: ...
    def accumulate(
        self, a: ArrayLike, axis: int = 0, dtype: DTypeLike | None = None, out: None = None
    ) -> Array[Any]: ...
    def at(
        self,
        a: ArrayLike,
        indices: Any,
        b: ArrayLike | None = None,
        /,
        *,
        inplace: builtins.bool = True,
    ) -> Array[Any]: ...
    def reduceat(
        self,
        a: ArrayLike,
        indices: Any,
        axis: int = 0,
        dtype: DTypeLike | None = None,
        out: None = None,
    ) -> Array[Any]: ...
    def outer(self, A: ArrayLike, B: ArrayLike, /) -> Array[Any]: ...
"""

UFUNC: Final = f"""\
class ufunc:
    def __init__(
        self,
        func: Callable[..., Any],
        /,
        nin: int,
        nout: int,
        *,
        name: str | None = None,
        nargs: int | None = None,
        identity: Any = None,
        call: Callable[..., Any] | None = None,
        reduce: Callable[..., Any] | None = None,
        accumulate: Callable[..., Any] | None = None,
        at: Callable[..., Any] | None = None,
        reduceat: Callable[..., Any] | None = None,
    ) -> None: ...
    @property
    def nin(self) -> int: ...
    @property
    def nout(self) -> int: ...
    @property
    def nargs(self) -> int: ...
    @property
    def identity(self) -> builtins.bool | int | float: ...
    def __call__(self, *args: ArrayLike, out: None = None, where: None = None) -> Any: ...
{UFUNC_METHODS}
"""

OBJECT_CLASSES: Final = {
    "RClass": """\
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
""",
    "CClass": "class _CClass(_AxisConcat, Protocol): ...\n",
    "Mgrid": """\
class _Mgrid(Protocol):
    def __getitem__(self, key: slice | tuple[slice, ...]) -> Array[Any]: ...
""",
    "Ogrid": """\
class _Ogrid(Protocol):
    def __getitem__(
        self, key: slice | tuple[slice, ...]
    ) -> Array[Any] | list[Array[Any]]: ...
""",
}
"""The protocols of the objects that are used through an index; each stands where it is used."""
