from collections.abc import Callable
from typing import Any, TypeVar, overload

from jax._src.tree_util import _NotTraced, _PartlyTraced

_C = TypeVar("_C")
_X = TypeVar("_X")
_Y = TypeVar("_Y")

# The body decides what comes out where the initial value has Python scalars, which become arrays,
# or is weak, and then promoted. Otherwise it says what a lambda gets.
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
