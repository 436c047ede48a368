from collections.abc import Callable
from typing import Any, TypeVar, overload

from jax import Array
from jax._src.callback import _Shape

_A = TypeVar("_A")
_D = TypeVar("_D")
_E = TypeVar("_E")
_G = TypeVar("_G")

@overload
def io_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: _Shape[_D],
    *args: Any,
    sharding: Any = None,
    ordered: bool = False,
    **kwargs: Any,
) -> Array[_D]: ...
@overload
def io_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: tuple[_Shape[_D]],
    *args: Any,
    sharding: Any = None,
    ordered: bool = False,
    **kwargs: Any,
) -> tuple[Array[_D]]: ...
@overload
def io_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: tuple[_Shape[_D], _Shape[_E]],
    *args: Any,
    sharding: Any = None,
    ordered: bool = False,
    **kwargs: Any,
) -> tuple[Array[_D], Array[_E]]: ...
@overload
def io_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: tuple[_Shape[_D], _Shape[_E], _Shape[_G]],
    *args: Any,
    sharding: Any = None,
    ordered: bool = False,
    **kwargs: Any,
) -> tuple[Array[_D], Array[_E], Array[_G]]: ...
@overload
def io_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: dict[_A, _Shape[_D]],
    *args: Any,
    sharding: Any = None,
    ordered: bool = False,
    **kwargs: Any,
) -> dict[_A, Array[_D]]: ...
@overload
def io_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: list[_Shape[_D]],
    *args: Any,
    sharding: Any = None,
    ordered: bool = False,
    **kwargs: Any,
) -> list[Array[_D]]: ...
@overload
def io_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: None,
    *args: Any,
    sharding: Any = None,
    ordered: bool = False,
    **kwargs: Any,
) -> None: ...
@overload
def io_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: Any,
    *args: Any,
    sharding: Any = None,
    ordered: bool = False,
    **kwargs: Any,
) -> Any: ...
