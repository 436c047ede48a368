"""The further annotations of JEP 12049; each can be imported from :mod:`promo_typing`.

As the JEP asks, annotations for parameters (``ArrayLike``, ``DTypeLike``, ``ShapeLike``) are
permissive, and those for results (``DType``, ``Shape``, ...) are strict. This module imports numpy;
:mod:`promo_typing` imports this module when one of its names is first used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias, runtime_checkable

import numpy as np  # noqa: TID253
from typing_extensions import TypeVar

from promo_typing.annotations.array import Array

_ScalarT = TypeVar("_ScalarT", bound=np.generic, default=Any)


@runtime_checkable
class SupportsDType(Protocol):
    """An object with a ``dtype`` that JAX takes in place of this dtype, such as ``jnp.float32``."""

    @property
    def dtype(self, /) -> np.dtype[Any]:
        """The dtype."""
        ...


if TYPE_CHECKING:
    DType: TypeAlias = np.dtype[_ScalarT]
    DTypeLike: TypeAlias = str | type[Any] | np.dtype[Any] | SupportsDType
    ArrayLike: TypeAlias = (
        Array | np.ndarray[Any, Any] | np.bool_ | np.number[Any] | bool | int | float | complex
    )
else:  # The same without type parameters, so that isinstance takes them.
    DType = np.dtype
    DTypeLike = str | type | np.dtype | SupportsDType
    ArrayLike = Array | np.ndarray | np.bool_ | np.number | bool | int | float | complex

Shape: TypeAlias = tuple[int, ...]
ShapeLike: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
