import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, overload

from jax import Array
from jax._src.numpy.scalar_types import weak_int
from jax._src.tree_util import _NotTraced, _PartlyTraced, _UnknownTree

_C = TypeVar("_C")
_X = TypeVar("_X")
_Y = TypeVar("_Y")
_D = TypeVar("_D")
_E = TypeVar("_E")
_ArrayT = TypeVar("_ArrayT", bound=Array[Any])

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
    # The body alone decides what comes out where the initial value has Python scalars, which become
    # arrays, or is weak, and then promoted. Otherwise the initial value says what a lambda gets. A
    # branch that returns a Python scalar beside one that returns an array returns an array. What
    # comes out has a variable of its own: ty gives a lambda what is expected of the whole call.
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
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[[Array[_D]], _ArrayT],
        false_fun: Callable[[Array[_D]], _ArrayT],
        operand0: Array[_D],
        /,
    ) -> _ArrayT: ...
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[[Array[_D], Array[_E]], _ArrayT],
        false_fun: Callable[[Array[_D], Array[_E]], _ArrayT],
        operand0: Array[_D],
        operand1: Array[_E],
        /,
    ) -> _ArrayT: ...
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[..., _ArrayT],
        false_fun: Callable[..., _ArrayT],
        *operands: Any,
        operand: Any = ...,
    ) -> _ArrayT: ...
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[..., _NotTraced | Array[Any]],
        false_fun: Callable[..., _NotTraced | Array[Any]],
        *operands: Any,
        operand: Any = ...,
    ) -> Array[Any]: ...
    @overload
    def cond(
        pred: Any,
        true_fun: Callable[..., _C],
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
        branches: Sequence[Callable[..., _NotTraced | Array[Any]]],
        *operands: Any,
        operand: Any = ...,
    ) -> Array[Any]: ...
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
def with_sharding_constraint(x: _UnknownTree, shardings: Any) -> Any: ...
@overload
def with_sharding_constraint(x: _NotTraced, shardings: Any) -> Array[Any]: ...
@overload
def with_sharding_constraint(x: _PartlyTraced, shardings: Any) -> Any: ...
@overload
def with_sharding_constraint(x: _C, shardings: Any) -> _C: ...
