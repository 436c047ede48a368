from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

_P = ParamSpec("_P")
_R = TypeVar("_R")

@overload
def custom_gradient(
    fun: Callable[_P, tuple[_R, Any]],
    *,
    with_logs: bool = False,
    remat: bool = False,
    with_accums: Any = None,
) -> Callable[_P, _R]: ...
@overload
def custom_gradient(
    fun: Any = None,
    *,
    with_logs: bool = False,
    remat: bool = False,
    with_accums: Any = None,
) -> Any: ...
def closure_convert(
    fun: Callable[..., _R], *example_args: Any
) -> tuple[Callable[..., _R], list[Any]]: ...
