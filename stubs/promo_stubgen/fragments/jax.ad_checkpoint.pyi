from typing import Any, TypeVar, overload

from jax import Array
from jax._src.tree_util import _NotTraced, _PartlyTraced, _UnknownTree

_T = TypeVar("_T")

@overload
def checkpoint_name(x: _UnknownTree, name: Any) -> Any: ...
@overload
def checkpoint_name(x: _NotTraced, name: Any) -> Array: ...
@overload
def checkpoint_name(x: _PartlyTraced, name: Any) -> Any: ...
@overload
def checkpoint_name(x: _T, name: Any) -> _T: ...
