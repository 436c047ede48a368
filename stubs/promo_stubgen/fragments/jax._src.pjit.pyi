from collections.abc import Callable
from typing import Any, Concatenate, Protocol, overload

from jax._src.numpy.scalar_types import _Overloaded
from jax._src.stages import Traced, Wrapped
from jax._src.tree_util import _NotTraced
from typing_extensions import ParamSpec, Self, TypeVar

_P = ParamSpec("_P", default=...)
_Q = ParamSpec("_Q")
_R_co = TypeVar("_R_co", covariant=True, default=Any)
_R = TypeVar("_R")
_SelfT = TypeVar("_SelfT")

# An argument that only a parameter of unknown type takes.
class _Unknown: ...

class JitWrapped(Wrapped[_P, _R_co], Protocol[_P, _R_co]):
    def eval_shape(self, *args: Any, **kwargs: Any) -> Any: ...
    def trace(self, *args: Any, **kwargs: Any) -> Traced: ...

# The result of `jax.jit`: a descriptor, as functions are. A checker does not tell `__get__` whether
# it looks up a method, a class method or a static method, but the type of the first parameter does.
class _Jitted(JitWrapped[_P, _R_co]):
    __name__: str
    __qualname__: str
    __wrapped__: Callable[_P, _R_co]
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...
    def clear_cache(self) -> None: ...
    @overload
    def __get__(  # type: ignore[misc, unused-ignore]
        self: Callable[Concatenate[_Unknown, _Q], _R], instance: None, owner: Any = None, /
    ) -> _Jitted[..., _R]: ...
    @overload
    def __get__(  # type: ignore[misc, unused-ignore]
        self: Callable[Concatenate[type[_SelfT], _Q], _R], instance: None, owner: type[_SelfT], /
    ) -> _BoundJitted[_Q, _R]: ...
    @overload
    def __get__(self, instance: None, owner: Any = None, /) -> Self: ...
    @overload
    def __get__(  # type: ignore[misc, unused-ignore]
        self: Callable[Concatenate[_Unknown, _Q], _R], instance: object, owner: Any = None, /
    ) -> _BoundJitted[..., _R]: ...
    @overload
    def __get__(  # type: ignore[misc, unused-ignore]
        self: Callable[Concatenate[_SelfT, _Q], _R], instance: _SelfT, owner: Any = None, /
    ) -> _BoundJitted[_Q, _R]: ...
    @overload
    def __get__(  # type: ignore[misc, unused-ignore]
        self: Callable[Concatenate[type[_SelfT], _Q], _R], instance: _SelfT, owner: Any = None, /
    ) -> _BoundJitted[_Q, _R]: ...
    @overload
    def __get__(self, instance: object, owner: Any = None, /) -> Self: ...

# Its attributes are those of the function, which take the instance as first argument.
class _BoundJitted(JitWrapped[_P, _R_co]):
    __name__: str
    __qualname__: str
    __self__: Any
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...
    def clear_cache(self) -> None: ...

# The result of `jax.jit` without a function.
class _JitDecorator(Protocol):
    @overload
    def __call__(self, fun: Callable[_Q, _NotTraced], /) -> Any: ...
    @overload
    def __call__(self, fun: _Overloaded, /) -> _Jitted[..., Any]: ...
    @overload
    def __call__(self, fun: Callable[_Q, _R], /) -> _Jitted[_Q, _R]: ...
