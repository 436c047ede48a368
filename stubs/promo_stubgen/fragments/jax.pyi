from collections.abc import Callable, Iterable, Sequence
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, overload

from jax._src.basearray import Array as Array
from jax._src.pjit import _JitDecorator, _Jitted
from jax._src.tree_util import _Leaf, _NotTraced

_P = ParamSpec("_P")
_R = TypeVar("_R")
_Aux = TypeVar("_Aux")
_A = TypeVar("_A")
_B = TypeVar("_B")
_T = TypeVar("_T")
_U = TypeVar("_U")
_V = TypeVar("_V")

# An argument whose type is not known fits all overloads, and the result is then not known either.
@overload
def jit(
    fun: Callable[_P, _NotTraced],
    /,
    *,
    in_shardings: Any = ...,
    out_shardings: Any = ...,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: str | None = None,
    inline: Any = False,
    compiler_options: dict[str, Any] | None = None,
) -> _Jitted[_P, Any]: ...
@overload
def jit(
    fun: Callable[_P, _R],
    /,
    *,
    in_shardings: Any = ...,
    out_shardings: Any = ...,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: str | None = None,
    inline: Any = False,
    compiler_options: dict[str, Any] | None = None,
) -> _Jitted[_P, _R]: ...
@overload
def jit(
    *,
    in_shardings: Any = ...,
    out_shardings: Any = ...,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: str | None = None,
    inline: Any = False,
    compiler_options: dict[str, Any] | None = None,
) -> _JitDecorator: ...
@overload
def vmap(
    fun: Callable[_P, _NotTraced],
    in_axes: int | None | Sequence[Any] = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: int | None = None,
    spmd_axis_name: Any = None,
    sum_match: bool = False,
) -> Any: ...
@overload
def vmap(
    fun: Callable[_P, _R],
    in_axes: int | None | Sequence[Any] = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: int | None = None,
    spmd_axis_name: Any = None,
    sum_match: bool = False,
) -> Callable[_P, _R]: ...
@overload
def grad(
    fun: Callable[Concatenate[_Leaf, _P], Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _P], Any],
    argnums: Literal[0] = 0,
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _P], _T]: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _P], tuple[Any, _Aux]],
    argnums: Literal[0] = 0,
    *,
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _P], tuple[_T, _Aux]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _P], Any],
    argnums: tuple[Literal[0]],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _P], tuple[_T]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _P], tuple[Any, _Aux]],
    argnums: tuple[Literal[0]],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _P], tuple[tuple[_T], _Aux]]: ...
@overload
def grad(
    fun: Callable[Concatenate[Any, _Leaf, _P], Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def grad(
    fun: Callable[Concatenate[_A, _T, _P], Any],
    argnums: Literal[1],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_A, _T, _P], _T]: ...
@overload
def grad(
    fun: Callable[Concatenate[_A, _T, _P], tuple[Any, _Aux]],
    argnums: Literal[1],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_A, _T, _P], tuple[_T, _Aux]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _U, _P], Any],
    argnums: tuple[Literal[0], Literal[1]],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _U, _P], tuple[_T, _U]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _U, _P], tuple[Any, _Aux]],
    argnums: tuple[Literal[0], Literal[1]],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _U, _P], tuple[tuple[_T, _U], _Aux]]: ...
@overload
def grad(
    fun: Callable[Concatenate[Any, Any, _Leaf, _P], Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def grad(
    fun: Callable[Concatenate[_A, _B, _T, _P], Any],
    argnums: Literal[2],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_A, _B, _T, _P], _T]: ...
@overload
def grad(
    fun: Callable[Concatenate[_A, _B, _T, _P], tuple[Any, _Aux]],
    argnums: Literal[2],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_A, _B, _T, _P], tuple[_T, _Aux]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _U, _V, _P], Any],
    argnums: tuple[Literal[0], Literal[1], Literal[2]],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _U, _V, _P], tuple[_T, _U, _V]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _U, _V, _P], tuple[Any, _Aux]],
    argnums: tuple[Literal[0], Literal[1], Literal[2]],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _U, _V, _P], tuple[tuple[_T, _U, _V], _Aux]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_A, _T, _U, _P], Any],
    argnums: tuple[Literal[1], Literal[2]],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_A, _T, _U, _P], tuple[_T, _U]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_A, _T, _U, _P], tuple[Any, _Aux]],
    argnums: tuple[Literal[1], Literal[2]],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_A, _T, _U, _P], tuple[tuple[_T, _U], _Aux]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _A, _U, _P], Any],
    argnums: tuple[Literal[0], Literal[2]],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _A, _U, _P], tuple[_T, _U]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _A, _U, _P], tuple[Any, _Aux]],
    argnums: tuple[Literal[0], Literal[2]],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _A, _U, _P], tuple[tuple[_T, _U], _Aux]]: ...
@overload
def grad(
    fun: Callable[_P, Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[_P, Any]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_Leaf, _P], Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_T, _P], _NotTraced],
    argnums: Literal[0] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _P], tuple[Any, _T]]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_T, _P], _R],
    argnums: Literal[0] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _P], tuple[_R, _T]]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_T, _P], _R],
    argnums: tuple[Literal[0]],
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _P], tuple[_R, tuple[_T]]]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[Any, _Leaf, _P], Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_A, _T, _P], _R],
    argnums: Literal[1],
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_A, _T, _P], tuple[_R, _T]]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_T, _U, _P], _R],
    argnums: tuple[Literal[0], Literal[1]],
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _U, _P], tuple[_R, tuple[_T, _U]]]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[Any, Any, _Leaf, _P], Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_A, _B, _T, _P], _R],
    argnums: Literal[2],
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_A, _B, _T, _P], tuple[_R, _T]]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_T, _U, _V, _P], _R],
    argnums: tuple[Literal[0], Literal[1], Literal[2]],
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _U, _V, _P], tuple[_R, tuple[_T, _U, _V]]]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_A, _T, _U, _P], _R],
    argnums: tuple[Literal[1], Literal[2]],
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_A, _T, _U, _P], tuple[_R, tuple[_T, _U]]]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_T, _A, _U, _P], _R],
    argnums: tuple[Literal[0], Literal[2]],
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[Concatenate[_T, _A, _U, _P], tuple[_R, tuple[_T, _U]]]: ...
@overload
def value_and_grad(
    fun: Callable[_P, Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[_P, tuple[Any, Any]]: ...
