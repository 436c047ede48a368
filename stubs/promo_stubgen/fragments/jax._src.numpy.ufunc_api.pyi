import builtins
from collections.abc import Callable
from typing import Any

from jax._src.basearray import Array, ArrayLike, DTypeLike
from jax._src.numpy.scalar_types import _NoOperand

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
    # Must fit the protocols of single ufuncs, which have overloads and their mark.
    def __call__(
        self, *args: ArrayLike | _NoOperand, out: None = None, where: None = None
    ) -> Any: ...
    def reduce(
        self,
        a: ArrayLike,
        axis: int | None = 0,
        dtype: DTypeLike | None = None,
        out: None = None,
        keepdims: builtins.bool = False,
        initial: ArrayLike | None = None,
        where: ArrayLike | None = None,
    ) -> Array: ...
    def accumulate(
        self, a: ArrayLike, axis: int = 0, dtype: DTypeLike | None = None, out: None = None
    ) -> Array: ...
    def at(
        self,
        a: ArrayLike,
        indices: Any,
        b: ArrayLike | None = None,
        /,
        *,
        inplace: builtins.bool = True,
    ) -> Array: ...
    def reduceat(
        self,
        a: ArrayLike,
        indices: Any,
        axis: int = 0,
        dtype: DTypeLike | None = None,
        out: None = None,
    ) -> Array: ...
    def outer(self, A: ArrayLike, B: ArrayLike, /) -> Array: ...
