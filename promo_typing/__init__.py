"""Types of JAX arrays: ``Array[jnp.float32]`` for type checkers and at run time.

Importing this package imports neither jax nor numpy.

PYTEST_DONT_REWRITE: the recorder imports this package before pytest, which would warn about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from promo_typing.annotations.array import Array
from promo_typing.annotations.checked import dtypechecked
from promo_typing.annotations.instance_check import is_array
from promo_typing.annotations.named_shape import NamedShape, named_shape
from promo_typing.annotations.weak_types import weak_complex, weak_float, weak_int

if TYPE_CHECKING:
    from promo_typing.annotations.aliases import (
        ArrayLike,
        DType,
        DTypeLike,
        Shape,
        ShapeLike,
    )

__all__ = [
    "Array",
    "ArrayLike",
    "DType",
    "DTypeLike",
    "NamedShape",
    "Shape",
    "ShapeLike",
    "dtypechecked",
    "is_array",
    "named_shape",
    "weak_complex",
    "weak_float",
    "weak_int",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import the aliases that need numpy when one of them is first used."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from promo_typing.annotations import aliases

        return getattr(aliases, name)

    def __dir__() -> list[str]:
        return sorted({*filter(str.isidentifier, globals()), *__all__})
