from collections.abc import Callable
from typing import Any, TypeVar, overload

from jax._src.tree_util import _ArrayTree

_C = TypeVar("_C", bound=_ArrayTree)
_X = TypeVar("_X", bound=_ArrayTree)
_Carry = TypeVar("_Carry")
_Y = TypeVar("_Y")

# The first overload gives the parameters of a lambda their types. The body alone decides in the
# second: JAX promotes an initial value that is weak, and makes arrays of scalars.
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
    f: Callable[[Any, Any], tuple[_Carry, _Y]],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
    _split_transpose: bool = False,
) -> tuple[_Carry, _Y]: ...
@overload
def scan(
    f: Callable[..., Any],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
    _split_transpose: bool = False,
) -> tuple[Any, Any]: ...
