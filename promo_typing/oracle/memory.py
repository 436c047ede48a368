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
