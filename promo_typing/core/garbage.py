"""Pauses of Python's garbage collector while there is nothing for it to free."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Pause garbage collection for a block.

    Where nearly all new objects are kept, the collector goes through them again and again, and
    finds little to free.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
