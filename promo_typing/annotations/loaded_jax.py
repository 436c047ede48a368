"""``jax.Array`` without importing jax: as long as nobody has, there is no array either."""

from __future__ import annotations

import sys
from typing import Any

known: Any = ()
"""``jax.Array``, or ``()`` as long as nobody has asked since it was imported."""


_others: tuple[type[Any], ...] = ()


def register_array_class(cls: type[Any]) -> None:
    """Take the instances of a class, each of which holds an array of JAX, for arrays as well."""
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
