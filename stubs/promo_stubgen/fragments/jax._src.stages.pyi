from typing import Any, Protocol

from typing_extensions import ParamSpec, TypeVar

_P = ParamSpec("_P", default=...)
_R_co = TypeVar("_R_co", covariant=True, default=Any)

# `trace` and `lower` also take shapes (jax.ShapeDtypeStruct) in place of arrays.
class Wrapped(Protocol[_P, _R_co]):
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...
    def trace(self, *args: Any, **kwargs: Any) -> Traced: ...
    def lower(self, *args: Any, **kwargs: Any) -> Lowered: ...
