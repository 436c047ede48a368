"""The memory that this process takes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_COUNTS: Final = Path("/proc/self/statm")
"""The counts of this process's pages under Linux; the second number counts those in memory."""


def memory_in_use() -> int:
    """Return the bytes of memory that this process takes, 0 on systems other than Linux."""
    if not _COUNTS.exists():
        return 0
    return int(_COUNTS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class MemoryLimit:
    """Tells when to free memory: above a limit, and then only after further growth.

    Freed memory may stay with the process, so that freeing again and again would not help.
    """

    def __init__(self, limit: int, step: int) -> None:
        """Set the limit, and the growth after which memory is freed again, both in bytes."""
        self._limit: Final = limit
        self._step: Final = step
        self._next = limit

    def exceeded(self) -> bool:
        """Whether the process takes more memory than is allowed now."""
        return memory_in_use() > self._next

    def freed(self) -> None:
        """Note that memory has been freed."""
        self._next = max(self._limit, memory_in_use() + self._step)
