"""The check of ``Array[...]`` for typeguard, which loads this entry point when it is imported.

Source: "Extending Typeguard" in typeguard's documentation, ``typeguard.checker_lookup``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from promo_typing.annotations.array import Array
from promo_typing.annotations.violations import violation


def lookup(
    origin: Any, args: tuple[Any, ...], extras: tuple[Any, ...]
) -> Callable[..., None] | None:
    """Return the checker of arrays if the annotation is ``Array`` or ``Array[...]``."""
    return _check if origin is Array else None


def _check(value: Any, origin: Any, args: tuple[Any, ...], memo: object) -> None:
    """Check a value against ``Array[args]``.

    Raises:
        typeguard.TypeCheckError: the value is no such array.
    """
    hint: Any = origin[args] if args else origin
    if not isinstance(value, hint):
        from typeguard import TypeCheckError

        raise TypeCheckError(violation(hint, value))
