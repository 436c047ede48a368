"""Python's collector of garbage, where it would look for it in vain."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Leave the garbage for later.

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
