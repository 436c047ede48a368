import sys
from collections.abc import Callable, Mapping
from typing import Any, Concatenate, TypeVar, overload

from jax import Array
from jax._src.numpy.scalar_types import _NotMarker
from jax._src.tree_util import _AnyLeaf, _Dtype, _NamedTuple, _OtherDtype, _UnknownTree

_T = TypeVar("_T")
_R = TypeVar("_R")
_K = TypeVar("_K")
_D = TypeVar("_D", bound=_NotMarker)
_Scalar = TypeVar("_Scalar", bound=complex)

if sys.platform == "promo_mypy":
    # No TypeVar, since mypy checks each argument of a generic function three times. `object`, since
    # mypy infers Any for the items of a list if Any is expected.
    def map(
        f: Callable[..., Any],
        tree: object,
        *rest: object,
        is_leaf: Callable[[Any], bool] | None = None,
    ) -> Any: ...

else:
    # First a leaf or a flat container of leaves, then any pytree. A pytree keeps its type if the
    # function keeps all dtypes, and so one that is private to these stubs. Before that: a result of
    # another or unknown dtype.
    # One tree has overloads of its own: mypy checks a lambda, and pyright compares each overload of
    # a function, only for those whose number of parameters it fits.
    @overload
    def map(
        f: Callable[..., Any],
        tree: _UnknownTree,
        *rest: Any,
        is_leaf: Callable[[Any], bool] | None = None,
    ) -> Any: ...
    @overload
    def map(
        f: Callable[[Array[_D]], _R],
        tree: Array[_D],
    ) -> _R: ...
    @overload
    def map(
        f: Callable[Concatenate[Array[_D], Any, ...], _R],
        tree: Array[_D],
        other: Any,
        /,
        *rest: Any,
    ) -> _R: ...
    @overload
    def map(
        f: Callable[[Array[_D]], _R],
        tree: dict[_K, Array[_D]],
    ) -> dict[_K, _R]: ...
    @overload
    def map(
        f: Callable[Concatenate[Array[_D], Any, ...], _R],
        tree: dict[_K, Array[_D]],
        other: Any,
        /,
        *rest: Any,
    ) -> dict[_K, _R]: ...
    @overload
    def map(
        f: Callable[[Array[_D]], _R],
        tree: list[Array[_D]],
    ) -> list[_R]: ...
    @overload
    def map(
        f: Callable[Concatenate[Array[_D], Any, ...], _R],
        tree: list[Array[_D]],
        other: Any,
        /,
        *rest: Any,
    ) -> list[_R]: ...
    @overload
    def map(
        f: Callable[[_Scalar], _R],
        tree: list[_Scalar],
    ) -> list[_R]: ...
    @overload
    def map(
        f: Callable[Concatenate[_Scalar, Any, ...], _R],
        tree: list[_Scalar],
        other: Any,
        /,
        *rest: Any,
    ) -> list[_R]: ...
    @overload
    def map(
        f: Callable[[_AnyLeaf], Array[_OtherDtype]],
        tree: Any,
    ) -> Any: ...
    @overload
    def map(
        f: Callable[[Array[_Dtype], Array[_Dtype]], Array[_OtherDtype]],
        tree: Any,
        other: Any,
        /,
    ) -> Any: ...
    @overload
    def map(
        f: Callable[Concatenate[_AnyLeaf, Any, Any, ...], Array[_OtherDtype]],
        tree: Any,
        second: Any,
        third: Any,
        /,
        *rest: Any,
    ) -> Any: ...
    @overload
    def map(
        f: Callable[[Array[_Dtype]], Array[_Dtype]],
        tree: _T,
    ) -> _T: ...
    @overload
    def map(
        f: Callable[[Array[_Dtype], Array[_Dtype]], Array[_Dtype]],
        tree: _T,
        other: _T,
        /,
    ) -> _T: ...
    @overload
    def map(
        f: Callable[Concatenate[Array[_Dtype], Any, Any, ...], Array[_Dtype]],
        tree: _T,
        second: Any,
        third: Any,
        /,
        *rest: Any,
    ) -> _T: ...
    @overload
    def map(
        f: Callable[..., Any],
        tree: _NamedTuple,
        *rest: Any,
    ) -> Any: ...
    @overload
    def map(
        f: Callable[[Array[_D]], _R],
        tree: tuple[Array[_D], ...],
    ) -> tuple[_R, ...]: ...
    @overload
    def map(
        f: Callable[Concatenate[Array[_D], Any, ...], _R],
        tree: tuple[Array[_D], ...],
        other: Any,
        /,
        *rest: Any,
    ) -> tuple[_R, ...]: ...
    @overload
    def map(
        f: Callable[..., Any],
        tree: Any,
        *rest: Any,
        is_leaf: Callable[[Any], bool] | None = None,
    ) -> Any: ...

@overload
def leaves(tree: _UnknownTree, is_leaf: Callable[[Any], bool] | None = None) -> list[Any]: ...
@overload
def leaves(
    tree: Array[_D],
    is_leaf: None = None,
) -> list[Array[_D]]: ...
@overload
def leaves(
    tree: Mapping[_K, Array[_D]],
    is_leaf: None = None,
) -> list[Array[_D]]: ...
@overload
def leaves(
    tree: list[Array[_D]],
    is_leaf: None = None,
) -> list[Array[_D]]: ...
@overload
def leaves(
    tree: tuple[Array[_D], ...],
    is_leaf: None = None,
) -> list[Array[_D]]: ...
@overload
def leaves(
    tree: Any,
    is_leaf: Callable[[Any], bool] | None = None,
) -> list[Any]: ...
@overload
def flatten(
    tree: _UnknownTree, is_leaf: Callable[[Any], bool] | None = None
) -> tuple[list[Any], PyTreeDef]: ...
@overload
def flatten(
    tree: Array[_D],
    is_leaf: None = None,
) -> tuple[list[Array[_D]], PyTreeDef]: ...
@overload
def flatten(
    tree: Mapping[_K, Array[_D]],
    is_leaf: None = None,
) -> tuple[list[Array[_D]], PyTreeDef]: ...
@overload
def flatten(
    tree: list[Array[_D]],
    is_leaf: None = None,
) -> tuple[list[Array[_D]], PyTreeDef]: ...
@overload
def flatten(
    tree: tuple[Array[_D], ...],
    is_leaf: None = None,
) -> tuple[list[Array[_D]], PyTreeDef]: ...
@overload
def flatten(
    tree: Any,
    is_leaf: Callable[[Any], bool] | None = None,
) -> tuple[list[Any], PyTreeDef]: ...
@overload
def reduce(
    function: Callable[[_R, Any], _R],
    tree: Any,
    initializer: _R,
    is_leaf: Callable[[Any], bool] | None = None,
) -> _R: ...
@overload
def reduce(
    function: Callable[[Any, Any], _R],
    tree: Any,
    initializer: Any = ...,
    is_leaf: Callable[[Any], bool] | None = None,
) -> _R: ...
def broadcast(
    prefix_tree: Any, full_tree: _T, is_leaf: Callable[[Any], bool] | None = None
) -> Any: ...
