import functools
from collections.abc import Callable, Iterable, Sequence
from contextlib import ContextDecorator
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, overload

import numpy as np
from jax import _src as _src
from jax._src.basearray import Array as Array
from jax._src.callback import _Shape
from jax._src.core import ShapeDtypeStruct as ShapeDtypeStruct
from jax._src.numpy.scalar_types import _GenericT, _Overloaded
from jax._src.pjit import _JitDecorator, _Jitted
from jax._src.shard_map import _TransformDecorator, _Transformed
from jax._src.stages import Wrapped
from jax._src.tree_util import (
    _InexactTree,
    _NotTraced,
    _PartlyTraced,
    _UnknownTree,
    _TakesLeaf,
    _TakesLeafSecond,
    _TakesLeafThird,
)

_P = ParamSpec("_P")
_F = TypeVar("_F", bound=Callable[..., Any])
_R = TypeVar("_R")
_OverloadedT = TypeVar("_OverloadedT", bound=_Overloaded)
_Aux = TypeVar("_Aux")
_A = TypeVar("_A")
_B = TypeVar("_B")
_T = TypeVar("_T")
_U = TypeVar("_U")
_V = TypeVar("_V")
_D = TypeVar("_D")
_E = TypeVar("_E")
_G = TypeVar("_G")
_I = TypeVar("_I", bound=np.inexact[Any])
_InexactT = TypeVar("_InexactT", bound=_InexactTree)
_InexactU = TypeVar("_InexactU", bound=_InexactTree)
_InexactV = TypeVar("_InexactV", bound=_InexactTree)

# Functions that may return Python scalars come first; functions of unknown type fit, too, and stay
# unknown. Overloaded functions follow, of which checkers would use the first overload only.
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
) -> Any: ...
@overload
def jit(
    fun: _Overloaded,
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
) -> _Jitted[..., Any]: ...
@overload
def jit(
    fun: functools.partial[_R],
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
) -> _Jitted[..., _R]: ...
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
    fun: _OverloadedT,
    in_axes: int | None | Sequence[Any] = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: int | None = None,
    spmd_axis_name: Any = None,
    sum_match: bool = False,
) -> _OverloadedT: ...
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
def checkpoint(
    fun: Callable[_P, _NotTraced],
    *,
    prevent_cse: bool | Sequence[bool] = True,
    policy: Callable[..., Any] | None = None,
    static_argnums: int | tuple[int, ...] = (),
    static_argnames: str | Iterable[str] = (),
    concrete: Any = ...,
) -> Any: ...
@overload
def checkpoint(
    fun: _OverloadedT,
    *,
    prevent_cse: bool | Sequence[bool] = True,
    policy: Callable[..., Any] | None = None,
    static_argnums: int | tuple[int, ...] = (),
    static_argnames: str | Iterable[str] = (),
    concrete: Any = ...,
) -> _OverloadedT: ...
@overload
def checkpoint(
    fun: Callable[_P, _R],
    *,
    prevent_cse: bool | Sequence[bool] = True,
    policy: Callable[..., Any] | None = None,
    static_argnums: int | tuple[int, ...] = (),
    static_argnames: str | Iterable[str] = (),
    concrete: Any = ...,
) -> Callable[_P, _R]: ...
@overload
def remat(
    fun: Callable[_P, _NotTraced],
    *,
    prevent_cse: bool = True,
    policy: Callable[..., Any] | None = None,
    static_argnums: int | tuple[int, ...] = (),
    concrete: Any = ...,
) -> Any: ...
@overload
def remat(
    fun: _OverloadedT,
    *,
    prevent_cse: bool = True,
    policy: Callable[..., Any] | None = None,
    static_argnums: int | tuple[int, ...] = (),
    concrete: Any = ...,
) -> _OverloadedT: ...
@overload
def remat(
    fun: Callable[_P, _R],
    *,
    prevent_cse: bool = True,
    policy: Callable[..., Any] | None = None,
    static_argnums: int | tuple[int, ...] = (),
    concrete: Any = ...,
) -> Callable[_P, _R]: ...
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

class _NamedScope(ContextDecorator):
    def __enter__(self) -> None: ...
    def __exit__(self, *exc_info: object) -> None: ...

def named_scope(name: str) -> _NamedScope: ...
def named_call(fun: _F, *, name: str | None = None) -> _F: ...
@overload
def pmap(
    fun: Callable[_P, _NotTraced],
    axis_name: Any = None,
    *,
    in_axes: int | None | Sequence[Any] = 0,
    out_axes: Any = 0,
    static_broadcasted_argnums: int | Iterable[int] = (),
    devices: Sequence[Device] | None = None,
    backend: str | None = None,
    axis_size: int | None = None,
    donate_argnums: int | Iterable[int] = (),
) -> Any: ...
@overload
def pmap(
    fun: _Overloaded,
    axis_name: Any = None,
    *,
    in_axes: int | None | Sequence[Any] = 0,
    out_axes: Any = 0,
    static_broadcasted_argnums: int | Iterable[int] = (),
    devices: Sequence[Device] | None = None,
    backend: str | None = None,
    axis_size: int | None = None,
    donate_argnums: int | Iterable[int] = (),
) -> Wrapped[..., Any]: ...
@overload
def pmap(
    fun: Callable[_P, _R],
    axis_name: Any = None,
    *,
    in_axes: int | None | Sequence[Any] = 0,
    out_axes: Any = 0,
    static_broadcasted_argnums: int | Iterable[int] = (),
    devices: Sequence[Device] | None = None,
    backend: str | None = None,
    axis_size: int | None = None,
    donate_argnums: int | Iterable[int] = (),
) -> Wrapped[_P, _R]: ...
@overload
def shard_map(
    f: Callable[_P, _NotTraced],
    /,
    *,
    out_specs: Any,
    in_specs: Any = ...,
    mesh: Any = None,
    axis_names: Any = ...,
    check_vma: bool = True,
) -> Any: ...
@overload
def shard_map(
    f: _OverloadedT,
    /,
    *,
    out_specs: Any,
    in_specs: Any = ...,
    mesh: Any = None,
    axis_names: Any = ...,
    check_vma: bool = True,
) -> _OverloadedT: ...
@overload
def shard_map(
    f: Callable[_P, _R],
    /,
    *,
    out_specs: Any,
    in_specs: Any = ...,
    mesh: Any = None,
    axis_names: Any = ...,
    check_vma: bool = True,
) -> Callable[_P, _R]: ...
@overload
def shard_map(
    f: None = None,
    /,
    *,
    out_specs: Any,
    in_specs: Any = ...,
    mesh: Any = None,
    axis_names: Any = ...,
    check_vma: bool = True,
) -> _TransformDecorator: ...
@overload
def smap(
    f: Callable[_P, _NotTraced],
    /,
    *,
    in_axes: Any = ...,
    out_axes: Any,
    axis_name: Any,
) -> Any: ...
@overload
def smap(
    f: _OverloadedT,
    /,
    *,
    in_axes: Any = ...,
    out_axes: Any,
    axis_name: Any,
) -> _OverloadedT: ...
@overload
def smap(
    f: Callable[_P, _R],
    /,
    *,
    in_axes: Any = ...,
    out_axes: Any,
    axis_name: Any,
) -> Callable[_P, _R]: ...
@overload
def smap(
    f: None = None,
    /,
    *,
    in_axes: Any = ...,
    out_axes: Any,
    axis_name: Any,
) -> _TransformDecorator: ...
@overload
def grad(
    fun: _TakesLeaf[_P],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def grad(
    fun: Callable[Concatenate[_T, _P], object],
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
    fun: Callable[Concatenate[_T, _P], object],
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
    fun: _TakesLeafSecond[_P],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def grad(
    fun: Callable[Concatenate[_A, _T, _P], object],
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
    fun: Callable[Concatenate[_T, _U, _P], object],
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
    fun: _TakesLeafThird[_P],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def grad(
    fun: Callable[Concatenate[_A, _B, _T, _P], object],
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
    fun: Callable[Concatenate[_T, _U, _V, _P], object],
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
    fun: Callable[Concatenate[_A, _T, _U, _P], object],
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
    fun: Callable[Concatenate[_T, _A, _U, _P], object],
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
    fun: Callable[..., Any],
    argnums: int | Sequence[int],
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def grad(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    *,
    has_aux: bool,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def grad(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    *,
    allow_int: bool,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def value_and_grad(
    fun: _TakesLeaf[_P],
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
) -> _Transformed[Concatenate[_T, _P], tuple[Any, _T]]: ...
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
    fun: _TakesLeafSecond[_P],
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
    fun: _TakesLeafThird[_P],
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
    fun: Callable[..., Any],
    argnums: int | Sequence[int],
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def value_and_grad(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    *,
    has_aux: bool,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def value_and_grad(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    *,
    allow_int: bool,
    reduce_axes: Sequence[Any] = (),
) -> Any: ...
@overload
def jacfwd(
    fun: _TakesLeaf[_P],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Any: ...
@overload
def jacfwd(
    fun: Callable[Concatenate[Array[_D], _P], Array[_I]],
    argnums: Literal[0] = 0,
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
) -> Callable[Concatenate[Array[_D], _P], Array[_I]]: ...
@overload
def jacfwd(
    fun: Callable[Concatenate[Array[_D], _P], tuple[Array[_I], _Aux]],
    argnums: Literal[0] = 0,
    *,
    has_aux: Literal[True],
    holomorphic: bool = False,
) -> Callable[Concatenate[Array[_D], _P], tuple[Array[_I], _Aux]]: ...
@overload
def jacfwd(
    fun: Callable[Concatenate[_A, Array[_D], _P], Array[_I]],
    argnums: Literal[1],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
) -> Callable[Concatenate[_A, Array[_D], _P], Array[_I]]: ...
@overload
def jacfwd(
    fun: Callable[Concatenate[_A, Array[_D], _P], tuple[Array[_I], _Aux]],
    argnums: Literal[1],
    has_aux: Literal[True],
    holomorphic: bool = False,
) -> Callable[Concatenate[_A, Array[_D], _P], tuple[Array[_I], _Aux]]: ...
@overload
def jacfwd(
    fun: Callable[Concatenate[Array[_D], Array[_E], _P], Array[_I]],
    argnums: tuple[Literal[0], Literal[1]],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
) -> Callable[Concatenate[Array[_D], Array[_E], _P], tuple[Array[_I], Array[_I]]]: ...
@overload
def jacfwd(
    fun: Callable[Concatenate[Array[_D], Array[_E], _P], tuple[Array[_I], _Aux]],
    argnums: tuple[Literal[0], Literal[1]],
    has_aux: Literal[True],
    holomorphic: bool = False,
) -> Callable[Concatenate[Array[_D], Array[_E], _P], tuple[tuple[Array[_I], Array[_I]], _Aux]]: ...
@overload
def jacfwd(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Any: ...
@overload
def jacrev(
    fun: _TakesLeaf[_P],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
) -> Any: ...
@overload
def jacrev(
    fun: Callable[Concatenate[Array[_D], _P], Array[_I]],
    argnums: Literal[0] = 0,
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[Array[_D], _P], Array[_D]]: ...
@overload
def jacrev(
    fun: Callable[Concatenate[Array[_D], _P], tuple[Array[_I], _Aux]],
    argnums: Literal[0] = 0,
    *,
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[Array[_D], _P], tuple[Array[_D], _Aux]]: ...
@overload
def jacrev(
    fun: Callable[Concatenate[_A, Array[_D], _P], Array[_I]],
    argnums: Literal[1],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[_A, Array[_D], _P], Array[_D]]: ...
@overload
def jacrev(
    fun: Callable[Concatenate[_A, Array[_D], _P], tuple[Array[_I], _Aux]],
    argnums: Literal[1],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[_A, Array[_D], _P], tuple[Array[_D], _Aux]]: ...
@overload
def jacrev(
    fun: Callable[Concatenate[Array[_D], Array[_E], _P], Array[_I]],
    argnums: tuple[Literal[0], Literal[1]],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[Array[_D], Array[_E], _P], tuple[Array[_D], Array[_E]]]: ...
@overload
def jacrev(
    fun: Callable[Concatenate[Array[_D], Array[_E], _P], tuple[Array[_I], _Aux]],
    argnums: tuple[Literal[0], Literal[1]],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[Array[_D], Array[_E], _P], tuple[tuple[Array[_D], Array[_E]], _Aux]]: ...
@overload
def jacrev(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
) -> Any: ...
@overload
def jacobian(
    fun: Callable[Concatenate[Array[_D], _P], Array[_I]],
    argnums: Literal[0] = 0,
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[Array[_D], _P], Array[_D]]: ...
@overload
def jacobian(
    fun: Callable[Concatenate[Array[_D], _P], tuple[Array[_I], _Aux]],
    argnums: Literal[0] = 0,
    *,
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[Array[_D], _P], tuple[Array[_D], _Aux]]: ...
@overload
def jacobian(
    fun: Callable[Concatenate[_A, Array[_D], _P], Array[_I]],
    argnums: Literal[1],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[_A, Array[_D], _P], Array[_D]]: ...
@overload
def jacobian(
    fun: Callable[Concatenate[_A, Array[_D], _P], tuple[Array[_I], _Aux]],
    argnums: Literal[1],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[_A, Array[_D], _P], tuple[Array[_D], _Aux]]: ...
@overload
def jacobian(
    fun: Callable[Concatenate[Array[_D], Array[_E], _P], Array[_I]],
    argnums: tuple[Literal[0], Literal[1]],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[Array[_D], Array[_E], _P], tuple[Array[_D], Array[_E]]]: ...
@overload
def jacobian(
    fun: Callable[Concatenate[Array[_D], Array[_E], _P], tuple[Array[_I], _Aux]],
    argnums: tuple[Literal[0], Literal[1]],
    has_aux: Literal[True],
    holomorphic: bool = False,
    allow_int: Literal[False] = False,
) -> Callable[Concatenate[Array[_D], Array[_E], _P], tuple[tuple[Array[_D], Array[_E]], _Aux]]: ...
@overload
def jacobian(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
) -> Any: ...
@overload
def hessian(
    fun: _TakesLeaf[_P],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Any: ...
@overload
def hessian(
    fun: Callable[Concatenate[Array[_D], _P], Array[_I]],
    argnums: Literal[0] = 0,
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
) -> Callable[Concatenate[Array[_D], _P], Array[_D]]: ...
@overload
def hessian(
    fun: Callable[Concatenate[Array[_D], _P], tuple[Array[_I], _Aux]],
    argnums: Literal[0] = 0,
    *,
    has_aux: Literal[True],
    holomorphic: bool = False,
) -> Callable[Concatenate[Array[_D], _P], tuple[Array[_D], _Aux]]: ...
@overload
def hessian(
    fun: Callable[Concatenate[_A, Array[_D], _P], Array[_I]],
    argnums: Literal[1],
    has_aux: Literal[False] = False,
    holomorphic: bool = False,
) -> Callable[Concatenate[_A, Array[_D], _P], Array[_D]]: ...
@overload
def hessian(
    fun: Callable[Concatenate[_A, Array[_D], _P], tuple[Array[_I], _Aux]],
    argnums: Literal[1],
    has_aux: Literal[True],
    holomorphic: bool = False,
) -> Callable[Concatenate[_A, Array[_D], _P], tuple[Array[_D], _Aux]]: ...
@overload
def hessian(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Any: ...

# The tangent of an integer has the dtype float0, so only tangents of inexact dtypes are known.
@overload
def jvp(
    fun: Callable[..., _InexactT],
    primals: Any,
    tangents: Any,
    has_aux: Literal[False] = False,
) -> tuple[_InexactT, _InexactT]: ...
@overload
def jvp(
    fun: Callable[..., tuple[_InexactT, _Aux]],
    primals: Any,
    tangents: Any,
    has_aux: Literal[True],
) -> tuple[_InexactT, _InexactT, _Aux]: ...
@overload
def jvp(
    fun: Callable[..., _R],
    primals: Any,
    tangents: Any,
    has_aux: Literal[False] = False,
) -> tuple[_R, Any]: ...
@overload
def jvp(
    fun: Callable[..., Any],
    primals: Any,
    tangents: Any,
    has_aux: bool,
) -> Any: ...
@overload
def linearize(
    fun: Callable[..., _InexactT],
    *primals: Any,
    has_aux: Literal[False] = False,
    in_nzs: Any = None,
) -> tuple[_InexactT, Callable[..., _InexactT]]: ...
@overload
def linearize(
    fun: Callable[..., tuple[_InexactT, _Aux]],
    *primals: Any,
    has_aux: Literal[True],
    in_nzs: Any = None,
) -> tuple[_InexactT, Callable[..., _InexactT], _Aux]: ...
@overload
def linearize(
    fun: Callable[..., _R],
    *primals: Any,
    has_aux: Literal[False] = False,
    in_nzs: Any = None,
) -> tuple[_R, Callable[..., Any]]: ...
@overload
def linearize(
    fun: Callable[..., Any],
    *primals: Any,
    has_aux: bool,
    in_nzs: Any = None,
) -> Any: ...
@overload
def vjp(
    fun: Callable[..., _R],
    primal0: _InexactT,
    /,
    *,
    has_aux: Literal[False] = False,
    reduce_axes: Any = (),
    saveable_args: Any = True,
    in_nzs: Any = None,
) -> tuple[_R, Callable[[Any], tuple[_InexactT]]]: ...
@overload
def vjp(
    fun: Callable[..., _R],
    primal0: _InexactT,
    primal1: _InexactU,
    /,
    *,
    has_aux: Literal[False] = False,
    reduce_axes: Any = (),
    saveable_args: Any = True,
    in_nzs: Any = None,
) -> tuple[_R, Callable[[Any], tuple[_InexactT, _InexactU]]]: ...
@overload
def vjp(
    fun: Callable[..., _R],
    primal0: _InexactT,
    primal1: _InexactU,
    primal2: _InexactV,
    /,
    *,
    has_aux: Literal[False] = False,
    reduce_axes: Any = (),
    saveable_args: Any = True,
    in_nzs: Any = None,
) -> tuple[_R, Callable[[Any], tuple[_InexactT, _InexactU, _InexactV]]]: ...
@overload
def vjp(
    fun: Callable[..., tuple[_R, _Aux]],
    primal0: _InexactT,
    /,
    *,
    has_aux: Literal[True],
    reduce_axes: Any = (),
    saveable_args: Any = True,
    in_nzs: Any = None,
) -> tuple[_R, Callable[[Any], tuple[_InexactT]], _Aux]: ...
@overload
def vjp(
    fun: Callable[..., tuple[_R, _Aux]],
    primal0: _InexactT,
    primal1: _InexactU,
    /,
    *,
    has_aux: Literal[True],
    reduce_axes: Any = (),
    saveable_args: Any = True,
    in_nzs: Any = None,
) -> tuple[_R, Callable[[Any], tuple[_InexactT, _InexactU]], _Aux]: ...
@overload
def vjp(
    fun: Callable[..., tuple[_R, _Aux]],
    primal0: _InexactT,
    primal1: _InexactU,
    primal2: _InexactV,
    /,
    *,
    has_aux: Literal[True],
    reduce_axes: Any = (),
    saveable_args: Any = True,
    in_nzs: Any = None,
) -> tuple[_R, Callable[[Any], tuple[_InexactT, _InexactU, _InexactV]], _Aux]: ...
@overload
def vjp(
    fun: Callable[..., _R],
    *primals: Any,
    has_aux: Literal[False] = False,
    reduce_axes: Any = (),
    saveable_args: Any = True,
    in_nzs: Any = None,
) -> tuple[_R, Callable[[Any], tuple[Any, ...]]]: ...
@overload
def vjp(
    fun: Callable[..., Any],
    *primals: Any,
    has_aux: bool,
    reduce_axes: Any = (),
    saveable_args: Any = True,
    in_nzs: Any = None,
) -> Any: ...
def linear_transpose(
    fun: Callable[..., Any], *primals: Any, reduce_axes: Any = ()
) -> Callable[[Any], tuple[Any, ...]]: ...
def fwd_and_bwd(
    fun: Callable[_P, _R],
    argnums: int | Sequence[int],
    has_aux: bool = False,
    jitted: bool = True,
) -> tuple[Callable[_P, Any], Callable[..., Any]]: ...
@overload
def eval_shape(fun: Callable[..., _NotTraced], *args: Any, **kwargs: Any) -> Any: ...
@overload
def eval_shape(
    fun: Callable[..., Array[_D]], *args: Any, **kwargs: Any
) -> ShapeDtypeStruct[_D]: ...
@overload
def eval_shape(
    fun: Callable[..., tuple[Array[_D], Array[_E]]], *args: Any, **kwargs: Any
) -> tuple[ShapeDtypeStruct[_D], ShapeDtypeStruct[_E]]: ...
@overload
def eval_shape(
    fun: Callable[..., dict[_A, Array[_D]]], *args: Any, **kwargs: Any
) -> dict[_A, ShapeDtypeStruct[_D]]: ...
@overload
def eval_shape(
    fun: Callable[..., list[Array[_D]]], *args: Any, **kwargs: Any
) -> list[ShapeDtypeStruct[_D]]: ...
@overload
def eval_shape(fun: Callable[..., Any], *args: Any, **kwargs: Any) -> Any: ...
@overload
def make_jaxpr(
    fun: Callable[..., Any],
    static_argnums: int | Sequence[int] = (),
    axis_env: Sequence[tuple[Any, int]] | None = None,
    return_shape: Literal[False] = False,
) -> Callable[..., Any]: ...
@overload
def make_jaxpr(
    fun: Callable[..., Any],
    static_argnums: int | Sequence[int] = (),
    axis_env: Sequence[tuple[Any, int]] | None = None,
    *,
    return_shape: Literal[True],
) -> Callable[..., tuple[Any, Any]]: ...
@overload
def make_jaxpr(
    fun: Callable[..., Any],
    static_argnums: int | Sequence[int] = (),
    axis_env: Sequence[tuple[Any, int]] | None = None,
    *,
    return_shape: bool,
) -> Callable[..., Any]: ...
@overload
def device_put(
    x: _UnknownTree,
    device: Any = None,
    *,
    src: Any = None,
    donate: Any = False,
    may_alias: Any = None,
) -> Any: ...
@overload
def device_put(
    x: _NotTraced,
    device: Any = None,
    *,
    src: Any = None,
    donate: Any = False,
    may_alias: Any = None,
) -> Array: ...
@overload
def device_put(
    x: _PartlyTraced,
    device: Any = None,
    *,
    src: Any = None,
    donate: Any = False,
    may_alias: Any = None,
) -> Any: ...
@overload
def device_put(
    x: _R,
    device: Any = None,
    *,
    src: Any = None,
    donate: Any = False,
    may_alias: Any = None,
) -> _R: ...
@overload
def device_get(x: Array[_GenericT]) -> np.ndarray[Any, np.dtype[_GenericT]]: ...
@overload
def device_get(
    x: dict[_A, Array[_GenericT]],
) -> dict[_A, np.ndarray[Any, np.dtype[_GenericT]]]: ...
@overload
def device_get(x: list[Array[_GenericT]]) -> list[np.ndarray[Any, np.dtype[_GenericT]]]: ...
@overload
def device_get(x: Any) -> Any: ...
def block_until_ready(x: _R) -> _R: ...
def copy_to_host_async(x: _R) -> _R: ...
@overload
def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: _Shape[_D],
    *args: Any,
    sharding: Any = None,
    vmap_method: str | None = None,
    **kwargs: Any,
) -> Array[_D]: ...
@overload
def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: tuple[_Shape[_D]],
    *args: Any,
    sharding: Any = None,
    vmap_method: str | None = None,
    **kwargs: Any,
) -> tuple[Array[_D]]: ...
@overload
def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: tuple[_Shape[_D], _Shape[_E]],
    *args: Any,
    sharding: Any = None,
    vmap_method: str | None = None,
    **kwargs: Any,
) -> tuple[Array[_D], Array[_E]]: ...
@overload
def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: tuple[_Shape[_D], _Shape[_E], _Shape[_G]],
    *args: Any,
    sharding: Any = None,
    vmap_method: str | None = None,
    **kwargs: Any,
) -> tuple[Array[_D], Array[_E], Array[_G]]: ...
@overload
def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: dict[_A, _Shape[_D]],
    *args: Any,
    sharding: Any = None,
    vmap_method: str | None = None,
    **kwargs: Any,
) -> dict[_A, Array[_D]]: ...
@overload
def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: list[_Shape[_D]],
    *args: Any,
    sharding: Any = None,
    vmap_method: str | None = None,
    **kwargs: Any,
) -> list[Array[_D]]: ...
@overload
def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: None,
    *args: Any,
    sharding: Any = None,
    vmap_method: str | None = None,
    **kwargs: Any,
) -> None: ...
@overload
def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: Any,
    *args: Any,
    sharding: Any = None,
    vmap_method: str | None = None,
    **kwargs: Any,
) -> Any: ...
