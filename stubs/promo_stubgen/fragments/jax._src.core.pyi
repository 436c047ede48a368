from typing import Any, Generic

from jax._src.basearray import Array
from typing_extensions import TypeVar

_D_co = TypeVar("_D_co", covariant=True, default=Any)

# What takes the place of an array while a function is traced: an array of the same dtype.
class Tracer(Array[_D_co], Generic[_D_co]):
    aval: Any
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
