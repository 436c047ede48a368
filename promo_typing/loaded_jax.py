"""``jax.Array`` without importing jax: as long as nobody has, there is no array either."""

from __future__ import annotations

import sys
from typing import Any

_classes: tuple[type[Any], ...] = ()


def array_classes() -> tuple[type[Any], ...]:
    """``(jax.Array,)``, or ``()`` while jax is not imported: the second argument of isinstance."""
    global _classes
    if not _classes and hasattr(sys.modules.get("jax"), "Array"):
        _classes = (sys.modules["jax"].Array,)
    return _classes


def array_bases() -> tuple[type[Any], ...]:
    """The classes of all arrays: like :func:`array_classes`, and that of the tracers."""
    return (*array_classes(), sys.modules["jax"].core.Tracer) if array_classes() else ()
