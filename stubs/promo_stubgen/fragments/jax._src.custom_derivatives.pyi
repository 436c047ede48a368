from collections.abc import Callable, Sequence
from typing import Any, Generic

from typing_extensions import ParamSpec, Self, TypeVar

_R = TypeVar("_R", default=Any)
_P = ParamSpec("_P", default=...)
_F = TypeVar("_F", bound=Callable[..., Any])

# Rules for derivatives take tangents and residuals, which have other types than the arguments.
class custom_jvp(Generic[_R, _P]):
    fun: Callable[_P, _R]
    nondiff_argnums: Sequence[int]
    nondiff_argnames: Sequence[str]
    jvp: Callable[..., Any] | None
    symbolic_zeros: bool
    def __init__(
        self,
        fun: Callable[_P, _R],
        nondiff_argnums: Sequence[int] = (),
        nondiff_argnames: Sequence[str] = (),
    ) -> None: ...
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...
    def __getattr__(self, name: str) -> Any: ...
    def defjvp(self, jvp: _F, symbolic_zeros: bool = False) -> _F: ...
    def defjvps(self, *jvps: Callable[..., Any] | None) -> None: ...

class custom_vjp(Generic[_R, _P]):
    fun: Callable[_P, _R]
    nondiff_argnums: Sequence[int]
    nondiff_argnames: Sequence[str]
    fwd: Callable[..., Any] | None
    bwd: Callable[..., Any] | None
    symbolic_zeros: bool
    optimize_remat: bool
    def __new__(
        cls,
        fun: Callable[_P, _R],
        nondiff_argnums: Sequence[int] = (),
        nondiff_argnames: Sequence[str] = (),
    ) -> Self: ...
    def __init__(
        self,
        fun: Callable[_P, _R],
        nondiff_argnums: Sequence[int] = (),
        nondiff_argnames: Sequence[str] = (),
    ) -> None: ...
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...
    def __getattr__(self, name: str) -> Any: ...
    def defvjp(
        self,
        fwd: Callable[..., tuple[_R, Any]],
        bwd: Callable[..., Any],
        symbolic_zeros: bool = False,
        optimize_remat: bool = False,
        generic_batching: bool = False,
    ) -> None: ...
    def defvjp_with_logs(
        self,
        fwd: Callable[..., tuple[_R, Any]],
        bwd: Callable[..., Any],
        symbolic_zeros: bool = False,
        optimize_remat: bool = False,
        generic_batching: bool = False,
    ) -> None: ...
    def defvjp_with_accums(
        self,
        fwd: Callable[..., tuple[_R, Any]],
        bwd: Callable[..., Any],
        symbolic_zeros: bool = False,
        optimize_remat: bool = False,
        generic_batching: bool = False,
    ) -> None: ...
    def defremat(
        self,
        fwd: Callable[..., tuple[_R, Any]],
        rem: Callable[..., tuple[_R, Any]],
        bwd: Callable[..., Any],
        generic_batching: bool = False,
    ) -> None: ...
    def defremat_with_logs(
        self,
        fwd: Callable[..., tuple[_R, Any]],
        rem: Callable[..., tuple[_R, Any]],
        bwd: Callable[..., Any],
        generic_batching: bool = False,
    ) -> None: ...
