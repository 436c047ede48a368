from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from jax._src.numpy.scalar_types import _Overloaded
from jax._src.tree_util import _NotTraced

_P = ParamSpec("_P")
_R = TypeVar("_R")
_OverloadedT = TypeVar("_OverloadedT", bound=_Overloaded)

# What a transform returns that is given its settings before its function.
class _TransformDecorator(Protocol):
    @overload
    def __call__(self, f: Callable[_P, _NotTraced], /) -> Any: ...
    @overload
    def __call__(self, f: _OverloadedT, /) -> _OverloadedT: ...
    @overload
    def __call__(self, f: Callable[_P, _R], /) -> Callable[_P, _R]: ...
