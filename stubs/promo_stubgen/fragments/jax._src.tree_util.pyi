from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Never, Protocol, TypeAlias

from jax._src.basearray import Array

# What a checker can tell to be a pytree of arrays: not of Python scalars or arrays of NumPy, for
# these become arrays of JAX, and not of unknown leaves.
class _Dataclass(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Any]]

class _Flattens(Protocol):
    def tree_flatten(self) -> Any: ...

class _TypedDict(Protocol):
    def setdefault(self, k: Never, default: object, /) -> object: ...

_ArrayTree: TypeAlias = (
    Array[Any]
    | Sequence[_ArrayTree]
    | Mapping[Any, _ArrayTree]
    | _Dataclass
    | _Flattens
    | _TypedDict
    | None
)
