"""``jax.Array`` without importing jax: as long as nobody has, there is no array either."""

from __future__ import annotations

import sys
from typing import Any

known: Any = ()
"""``jax.Array``, or ``()`` as long as nobody has asked since it was imported."""


def array_class() -> Any:
    """``jax.Array``, or ``()`` while jax is not imported: the second argument of isinstance."""
    global known
    if known == () and hasattr(sys.modules.get("jax"), "Array"):
        known = sys.modules["jax"].Array
    return known


def array_bases() -> tuple[type[Any], ...]:
    """The classes of all arrays: ``jax.Array``, and that of the tracers."""
    found = array_class()
    return (found, sys.modules["jax"].core.Tracer) if found != () else ()
