from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from jax._src.tree_util import _NotTraced

_P = ParamSpec("_P")
_R = TypeVar("_R")

# What a transform returns that is given its settings before its function.
class _TransformDecorator(Protocol):
    @overload
    def __call__(self, f: Callable[_P, _NotTraced], /) -> Any: ...
    @overload
    def __call__(self, f: Callable[_P, _R], /) -> Callable[_P, _R]: ...
