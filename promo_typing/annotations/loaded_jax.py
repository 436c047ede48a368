"""``jax.Array`` without an import of jax: until the program imports jax, there are no arrays."""

from __future__ import annotations

import sys
from typing import Any

known: Any = ()
"""The cached answer of :func:`array_class`, ``()`` while jax is not imported."""


_others: tuple[type[Any], ...] = ()


def register_array_class(cls: type[Any]) -> None:
    """Count instances of a class as arrays, too: each instance must wrap a JAX array."""
    global known, _others
    _others = (*_others, cls)
    known = ()


def array_class() -> Any:
    """``jax.Array`` and registered classes, for isinstance; ``()`` until jax is imported."""
    global known
    if known == () and hasattr(sys.modules.get("jax"), "Array"):
        known = (sys.modules["jax"].Array, *_others) if _others else sys.modules["jax"].Array
    return known


def array_bases() -> tuple[type[Any], ...]:
    """The classes of all arrays: those of :func:`array_class`, and the class of tracers."""
    found = array_class()
    return (found, sys.modules["jax"].core.Tracer) if found != () else ()
