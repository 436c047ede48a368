"""``Array[...]`` with a value in the brackets, where a type checker would expect a type."""

from __future__ import annotations

from typing import Any

from promo_typing import Array

_ARRAY: Any = Array


def array_of(dtype: object) -> Any:
    """Return ``Array[dtype]``."""
    return _ARRAY[dtype]
