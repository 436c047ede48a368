from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from jax._src.numpy.scalar_types import _Overloaded
from jax._src.tree_util import _NotTraced

_P = ParamSpec("_P")
_R = TypeVar("_R")
_R_co = TypeVar("_R_co", covariant=True)

# A function type that mypy, if several overloads fit, does not take for an unannotated function.
class _Transformed(Protocol[_P, _R_co]):
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...

_OverloadedT = TypeVar("_OverloadedT", bound=_Overloaded)

# The result of a transform that takes its settings first, and then the function.
class _TransformDecorator(Protocol):
    @overload
    def __call__(self, f: Callable[_P, _NotTraced], /) -> Any: ...
    @overload
    def __call__(self, f: _OverloadedT, /) -> _OverloadedT: ...
    @overload
    def __call__(self, f: Callable[_P, _R], /) -> Callable[_P, _R]: ...
