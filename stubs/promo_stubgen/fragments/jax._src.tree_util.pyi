from typing import Any, TypeAlias

import numpy as np
from jax._src.basearray import StaticScalar

# Leaves of pytrees that are arrays of JAX in what a transformed function gets or returns.
_NotTraced: TypeAlias = StaticScalar | np.ndarray[Any, Any]

# A function that takes it takes one of the above, or anything at all. It has no instances.
class _Leaf(float, np.ndarray[Any, Any]): ...  # type: ignore[misc]

# A tuple that has one of the above among its first items.
_PartlyTraced: TypeAlias = (
    tuple[_NotTraced, *tuple[Any, ...]]
    | tuple[Any, _NotTraced, *tuple[Any, ...]]
    | tuple[Any, Any, _NotTraced, *tuple[Any, ...]]
)
