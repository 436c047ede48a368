"""``jax.Array`` without importing jax: until the program has imported it, there are no arrays."""

from __future__ import annotations

import sys
from typing import Any

known: Any = ()
"""``jax.Array``, from the first time it is asked for after jax was imported; ``()`` until then."""


_others: tuple[type[Any], ...] = ()


def register_array_class(cls: type[Any]) -> None:
    """Count instances of a class as arrays, too: each of them wraps an array of JAX."""
    global known, _others
    _others = (*_others, cls)
    known = ()


def array_class() -> Any:
    """``jax.Array`` and registered classes, ``()`` before jax is imported: for isinstance."""
    global known
    if known == () and hasattr(sys.modules.get("jax"), "Array"):
        known = (sys.modules["jax"].Array, *_others) if _others else sys.modules["jax"].Array
    return known


def array_bases() -> tuple[type[Any], ...]:
    """The classes of all arrays: ``jax.Array``, and that of the tracers."""
    found = array_class()
    return (found, sys.modules["jax"].core.Tracer) if found != () else ()
