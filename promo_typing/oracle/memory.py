"""How much memory this process has taken."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_COUNTS: Final = Path("/proc/self/statm")
"""Linux counts the pages of a process here; the second number is of those in memory."""


def memory_in_use() -> int:
    """Return how many bytes of memory this process takes, 0 where the system does not tell."""
    if not _COUNTS.exists():
        return 0
    return int(_COUNTS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class MemoryLimit:
    """Tells when to free memory: above a limit, and then only after further growth.

    What is freed may stay with the process, so that to free at every look would be in vain.
    """

    def __init__(self, limit: int, step: int) -> None:
        """Set the limit in bytes, and by how much memory must grow before the next time."""
        self._limit: Final = limit
        self._step: Final = step
        self._next = limit

    def exceeded(self) -> bool:
        """Whether the process takes more memory than is allowed now."""
        return memory_in_use() > self._next

    def freed(self) -> None:
        """Note that memory has been freed."""
        self._next = max(self._limit, memory_in_use() + self._step)
