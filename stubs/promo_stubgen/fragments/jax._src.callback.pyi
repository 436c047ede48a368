from typing import TypeAlias, TypeVar

from jax._src.basearray import Array
from jax._src.core import ShapeDtypeStruct

_D = TypeVar("_D")

# A description of the shape and dtype of a callback's result.
_Shape: TypeAlias = ShapeDtypeStruct[_D] | Array[_D]
