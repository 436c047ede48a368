import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, overload

from jax import Array
from jax._src.numpy.scalar_types import weak_int
from jax._src.tree_util import _NotTraced, _PartlyTraced, _UnknownTree, _WeakArray
from jax.sharding import NamedSharding, PartitionSpec

_C = TypeVar("_C")
_X = TypeVar("_X")
_Y = TypeVar("_Y")
_D = TypeVar("_D")
_E = TypeVar("_E")
_F = TypeVar("_F")
_ArrayT = TypeVar("_ArrayT", bound=Array)
_CallableT = TypeVar("_CallableT", bound=Callable[..., Any])

if sys.platform == "promo_mypy":
    def scan(
        f: Callable[[Any, Any], tuple[_C, _Y]],
        init: _D,
        xs: _E | None = None,
        length: int | None = None,
        reverse: bool = False,
        unroll: int | bool = 1,
        _split_transpose: bool = False,
    ) -> tuple[_C, _Y]: ...
    def while_loop(
        cond_fun: Callable[[Any], Any],
        body_fun: Callable[[Any], _C],
        init_val: _D,
    ) -> _C: ...
    def fori_loop(
        lower: Any,
        upper: Any,
        body_fun: Callable[[Any, Any], _C],
        init_val: _D,
        *,
        unroll: int | bool | None = None,
    ) -> _C: ...
    def map(
        f: Callable[[Any], _Y],
        xs: _D,
        *,
        batch_size: int | None = None,
    ) -> _Y: ...
    def associative_scan(
        fn: Callable[[Any, Any], _C],
        elems: _D,
        reverse: bool = False,
        axis: int = 0,
    ) -> _C: ...
    def cond(
        pred: Any,
        true_fun: Callable[..., _C],
        false_fun: Callable[..., _C],
        *operands: Any,
        operand: Any = ...,
    ) -> _C: ...
    def switch(
        index: Any,
        branches: Sequence[Callable[..., _C]],
        *operands: Any,
        operand: Any = ...,
    ) -> _C: ...

else:
    # Only the body decides the type of the carry if the initial value has Python scalars, which
    # become arrays, or weak arrays, which the body may promote. Otherwise a lambda takes the type
    # of the initial value. If one branch returns a Python scalar, and another one an array, the
    # result is an array. It has its own TypeVar, since ty infers a lambda from the expected result.
    @overload
    def scan(
        f: Callable[[Any, Any], tuple[_C, _Y]],
        init: _NotTraced | _PartlyTraced,
        xs: Any = None,
        length: int | None = None,
        reverse: bool = False,
        unroll: int | bool = 1,
        _split_transpose: bool = False,
    ) -> tuple[_C, _Y]: ...
    @overload
    def scan(
        f: Callable[[_C, _X], tuple[_C, _Y]],
        init: _C,
        xs: _X | None = None,
        length: int | None = None,
        reverse: bool = False,
        unroll: int | bool = 1,
        _split_transpose: bool = False,
    ) -> tuple[_C, _Y]: ...
    @overload
    def scan(
        f: Callable[[Any, Any], tuple[_C, _Y]],
        init: Any,
        xs: Any = None,
        length: int | None = None,
        reverse: bool = False,
        unroll: int | bool = 1,
        _split_transpose: bool = False,
    ) -> tuple[_C, _Y]: ...
    @overload
    def while_loop(
        cond_fun: Callable[[Any], Any],
        body_fun: Callable[[Any], _C],
        init_val: _NotTraced | _PartlyTraced,
    ) -> _C: ...
    @overload
    def while_loop(
        cond_fun: Callable[[_C], Any],
        body_fun: Callable[[_C], _Y],
        init_val: _C,
    ) -> _Y: ...
    @overload
    def while_loop(
        cond_fun: Callable[[Any], Any],
        body_fun: Callable[[Any], _C],
        init_val: Any,
    ) -> _C: ...
    @overload
    def fori_loop(
        lower: Any,
        upper: Any,
        body_fun: Callable[[Any, Any], _C],
        init_val: _NotTraced | _PartlyTraced,
        *,
        unroll: int | bool | None = None,
    ) -> _C: ...
    @overload
    def fori_loop(
        lower: Any,
        upper: Any,
        body_fun: Callable[[Array[weak_int], _C], _Y],
        init_val: _C,
        *,
        unroll: int | bool | None = None,
    ) -> _Y: ...
    @overload
    def fori_loop(
        lower: Any,
        upper: Any,
        body_fun: Callable[[Any, Any], _C],
        init_val: Any,
        *,
        unroll: int | bool | None = None,
    ) -> _C: ...
    @overload
    def map(
        f: Callable[[Any], _Y],
        xs: _NotTraced | _PartlyTraced,
        *,
        batch_size: int | None = None,
    ) -> _Y: ...
    @overload
    def map(
        f: Callable[[_X], _NotTraced],
        xs: _X,
        *,
        batch_size: int | None = None,
    ) -> Any: ...
    @overload
    def map(
        f: Callable[[_X], _Y],
        xs: _X,
        *,
        batch_size: int | None = None,
    ) -> _Y: ...
    @overload
    def map(
        f: Callable[[Any], _Y],
        xs: Any,
        *,
        batch_size: int | None = None,
    ) -> _Y: ...
    @overload
    def associative_scan(
        fn: Callable[[Any, Any], _C],
        elems: _NotTraced | _PartlyTraced,
        reverse: bool = False,
        axis: int = 0,
    ) -> _C: ...
    @overload
    def associative_scan(
        fn: Callable[[_C, _C], _Y],
        elems: _C,
        reverse: bool = False,
        axis: int = 0,
    ) -> _Y: ...
    @overload
    def associative_scan(
        fn: Callable[[Any, Any], _C],
        elems: Any,
        reverse: bool = False,
        axis: int = 0,
    ) -> _C: ...
    # All branches return the same dtypes; JAX takes the weakness from the branch for false.
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[[Array[_D]], Any],
        false_fun: Callable[[Array[_D]], _ArrayT],
        operand0: Array[_D],
        /,
    ) -> _ArrayT: ...
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[[Array[_D], Array[_E]], Any],
        false_fun: Callable[[Array[_D], Array[_E]], _ArrayT],
        operand0: Array[_D],
        operand1: Array[_E],
        /,
    ) -> _ArrayT: ...
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[..., Any],
        false_fun: Callable[..., _ArrayT],
        *operands: Any,
        operand: Any = ...,
    ) -> _ArrayT: ...
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[..., _NotTraced | Array],
        false_fun: Callable[..., _NotTraced | Array],
        *operands: Any,
        operand: Any = ...,
    ) -> Array: ...
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[..., Any],
        false_fun: Callable[..., _C],
        *operands: Any,
        operand: Any = ...,
    ) -> _C: ...
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[..., Any],
        false_fun: Callable[..., Any],
        *operands: Any,
        operand: Any = ...,
    ) -> Any: ...
    @overload
    def switch(
        index: Any,
        branches: Sequence[Callable[[Array[_D]], _ArrayT]],
        operand0: Array[_D],
        /,
    ) -> _ArrayT: ...
    @overload
    def switch(
        index: Any,
        branches: Sequence[Callable[[Array[_D], Array[_E]], _ArrayT]],
        operand0: Array[_D],
        operand1: Array[_E],
        /,
    ) -> _ArrayT: ...
    @overload
    def switch(
        index: Any,
        branches: Sequence[Callable[..., _ArrayT]],
        *operands: Any,
        operand: Any = ...,
    ) -> _ArrayT: ...
    @overload
    def switch(
        index: Any,
        branches: Sequence[Callable[..., _NotTraced | Array]],
        *operands: Any,
        operand: Any = ...,
    ) -> Array: ...
    @overload
    def switch(
        index: Any,
        branches: Sequence[Callable[..., _C]],
        *operands: Any,
        operand: Any = ...,
    ) -> _C: ...
    @overload
    def switch(
        index: Any,
        branches: Sequence[Callable[..., Any]],
        *operands: Any,
        operand: Any = ...,
    ) -> Any: ...

@overload
def sort(
    operand: Array[_D], dimension: int = -1, is_stable: bool = True, num_keys: int = 1
) -> Array[_D]: ...
@overload
def sort(
    operand: tuple[Array[_D]], dimension: int = -1, is_stable: bool = True, num_keys: int = 1
) -> tuple[Array[_D]]: ...
@overload
def sort(
    operand: tuple[Array[_D], Array[_E]],
    dimension: int = -1,
    is_stable: bool = True,
    num_keys: int = 1,
) -> tuple[Array[_D], Array[_E]]: ...
@overload
def sort(
    operand: tuple[Array[_D], Array[_E], Array[_F]],
    dimension: int = -1,
    is_stable: bool = True,
    num_keys: int = 1,
) -> tuple[Array[_D], Array[_E], Array[_F]]: ...
@overload
def sort(
    operand: _NotTraced, dimension: int = -1, is_stable: bool = True, num_keys: int = 1
) -> Array: ...
@overload
def sort(
    operand: Sequence[Array], dimension: int = -1, is_stable: bool = True, num_keys: int = 1
) -> tuple[Array, ...]: ...
@overload
def sort(
    operand: Sequence[_NotTraced | Array],
    dimension: int = -1,
    is_stable: bool = True,
    num_keys: int = 1,
) -> tuple[Array, ...]: ...

# The result for a weak operand is strong if the initial value is.
@overload
def reduce(
    operands: _UnknownTree,
    init_values: Any,
    computation: Callable[[Any, Any], Any],
    dimensions: Sequence[int],
    out_sharding: NamedSharding | PartitionSpec | None = None,
) -> Any: ...
@overload
def reduce(
    operands: _WeakArray,
    init_values: Any,
    computation: Callable[[Any, Any], Any],
    dimensions: Sequence[int],
    out_sharding: NamedSharding | PartitionSpec | None = None,
) -> Array: ...
@overload
def reduce(
    operands: _NotTraced,
    init_values: Any,
    computation: Callable[[Any, Any], Any],
    dimensions: Sequence[int],
    out_sharding: NamedSharding | PartitionSpec | None = None,
) -> Array: ...
@overload
def reduce(
    operands: _PartlyTraced,
    init_values: Any,
    computation: Callable[[Any, Any], Any],
    dimensions: Sequence[int],
    out_sharding: NamedSharding | PartitionSpec | None = None,
) -> Any: ...
@overload
def reduce(
    operands: _C,
    init_values: Any,
    computation: Callable[[Any, Any], Any],
    dimensions: Sequence[int],
    out_sharding: NamedSharding | PartitionSpec | None = None,
) -> _C: ...
@overload
def reduce_window(
    operand: _UnknownTree,
    init_value: Any,
    computation: Callable[..., Any],
    window_dimensions: Sequence[Any],
    window_strides: Sequence[int] | None = None,
    padding: str | Sequence[tuple[int, int]] = "VALID",
    base_dilation: Sequence[int] | None = None,
    window_dilation: Sequence[int] | None = None,
) -> Any: ...
@overload
def reduce_window(
    operand: _WeakArray,
    init_value: Any,
    computation: Callable[..., Any],
    window_dimensions: Sequence[Any],
    window_strides: Sequence[int] | None = None,
    padding: str | Sequence[tuple[int, int]] = "VALID",
    base_dilation: Sequence[int] | None = None,
    window_dilation: Sequence[int] | None = None,
) -> Array: ...
@overload
def reduce_window(
    operand: _NotTraced,
    init_value: Any,
    computation: Callable[..., Any],
    window_dimensions: Sequence[Any],
    window_strides: Sequence[int] | None = None,
    padding: str | Sequence[tuple[int, int]] = "VALID",
    base_dilation: Sequence[int] | None = None,
    window_dilation: Sequence[int] | None = None,
) -> Array: ...
@overload
def reduce_window(
    operand: _PartlyTraced,
    init_value: Any,
    computation: Callable[..., Any],
    window_dimensions: Sequence[Any],
    window_strides: Sequence[int] | None = None,
    padding: str | Sequence[tuple[int, int]] = "VALID",
    base_dilation: Sequence[int] | None = None,
    window_dilation: Sequence[int] | None = None,
) -> Any: ...
@overload
def reduce_window(
    operand: _C,
    init_value: Any,
    computation: Callable[..., Any],
    window_dimensions: Sequence[Any],
    window_strides: Sequence[int] | None = None,
    padding: str | Sequence[tuple[int, int]] = "VALID",
    base_dilation: Sequence[int] | None = None,
    window_dilation: Sequence[int] | None = None,
) -> _C: ...
@overload
def custom_root(
    f: Callable[..., Any],
    initial_guess: Any,
    solve: Callable[..., _NotTraced],
    tangent_solve: Callable[..., Any],
    has_aux: Any = False,
) -> Any: ...
@overload
def custom_root(
    f: Callable[..., Any],
    initial_guess: Any,
    solve: Callable[..., _Y],
    tangent_solve: Callable[..., Any],
    has_aux: Any = False,
) -> _Y: ...
@overload
def custom_linear_solve(
    matvec: Callable[..., Any],
    b: Any,
    solve: Callable[..., _NotTraced],
    transpose_solve: Callable[..., Any] | None = None,
    symmetric: Any = False,
    has_aux: Any = False,
) -> Any: ...
@overload
def custom_linear_solve(
    matvec: Callable[..., Any],
    b: Any,
    solve: Callable[..., _Y],
    transpose_solve: Callable[..., Any] | None = None,
    symmetric: Any = False,
    has_aux: Any = False,
) -> _Y: ...
@overload
def platform_dependent(
    *args: Any,
    default: Callable[..., _ArrayT] | None = None,
    **per_platform: Callable[..., _ArrayT],
) -> _ArrayT: ...
@overload
def platform_dependent(
    *args: Any,
    default: Callable[..., _NotTraced | Array] | None = None,
    **per_platform: Callable[..., _NotTraced | Array],
) -> Array: ...
@overload
def platform_dependent(
    *args: Any,
    default: Callable[..., _C] | None = None,
    **per_platform: Callable[..., _C],
) -> _C: ...
@overload
def platform_dependent(
    *args: Any,
    default: Callable[..., Any] | None = None,
    **per_platform: Callable[..., Any],
) -> Any: ...
def composite(decomposition: _CallableT, name: str, version: int = 0) -> _CallableT: ...
@overload
def ragged_all_to_all(
    operand: Any,
    output: _WeakArray,
    input_offsets: Any,
    send_sizes: Any,
    output_offsets: Any,
    recv_sizes: Any,
    *,
    axis_name: Any,
    axis_index_groups: Any = None,
) -> Array: ...
@overload
def ragged_all_to_all(
    operand: Any,
    output: Array[_D],
    input_offsets: Any,
    send_sizes: Any,
    output_offsets: Any,
    recv_sizes: Any,
    *,
    axis_name: Any,
    axis_index_groups: Any = None,
) -> Array[_D]: ...
@overload
def ragged_all_to_all(
    operand: Any,
    output: _NotTraced,
    input_offsets: Any,
    send_sizes: Any,
    output_offsets: Any,
    recv_sizes: Any,
    *,
    axis_name: Any,
    axis_index_groups: Any = None,
) -> Array: ...
@overload
def with_sharding_constraint(x: _UnknownTree, shardings: Any) -> Any: ...
@overload
def with_sharding_constraint(x: _NotTraced, shardings: Any) -> Array: ...
@overload
def with_sharding_constraint(x: _PartlyTraced, shardings: Any) -> Any: ...
@overload
def with_sharding_constraint(x: _C, shardings: Any) -> _C: ...
