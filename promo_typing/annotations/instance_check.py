"""``is_array``: an instance check that every type checker takes.

mypy refuses ``isinstance(x, Array[jnp.float32])``, as it does for any class with parameters.
"""

from __future__ import annotations

from types import UnionType
from typing import TYPE_CHECKING, Any, TypeGuard, TypeVar, overload

from promo_typing.annotations.array import Array

if TYPE_CHECKING:
    import numpy as np
    from typing_extensions import TypeIs

_DTypeT = TypeVar("_DTypeT", bound="np.generic")


@overload
def is_array(x: object) -> TypeIs[Array[Any]]: ...
@overload
def is_array(x: object, dtype: type[_DTypeT] | np.dtype[_DTypeT]) -> TypeIs[Array[_DTypeT]]: ...
@overload
def is_array(
    x: object, dtype: str | UnionType | type[bool | int | float | complex]
) -> TypeGuard[Array[Any]]: ...
def is_array(x: object, dtype: Any = Any) -> bool:
    """Whether a value is a JAX array or a tracer, and of the dtype if one is given.

    Args:
        x: any value.
        dtype: anything that ``Array[...]`` takes. After the check a type checker narrows ``x`` to
            ``Array[dtype]`` if the dtype is a scalar type or an ``np.dtype``. For a name, a union,
            ``int``, ``float`` or ``complex`` it narrows ``x`` only to an array.

    Raises:
        TypeError: JAX has no such dtype.
    """
    return isinstance(x, Array[dtype])  # type: ignore[misc]
