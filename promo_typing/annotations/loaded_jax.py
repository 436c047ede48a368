"""``jax.Array`` without importing jax: before anybody has imported it there is no array."""

from __future__ import annotations

import sys
from typing import Any

known: Any = ()
"""``jax.Array`` once somebody has asked for it after jax was imported; until then ``()``."""


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
