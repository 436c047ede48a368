"""Pauses of Python's garbage collector while there is nothing for it to free."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Pause garbage collection for a block.

    Work that keeps nearly all that it makes spends much of its time where the collector looks
    through that again and again.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
