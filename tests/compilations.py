"""Keeps JAX's compiled programs among pytest's caches, so that the next run need not compile them.

Each process works on a copy, because JAX writes entries in place, and another process could read a
half-written one. Processes that tests start do not use this cache. If there are too many entries,
the oldest are dropped; if a dropped one is needed again, it is compiled again and is the newest.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import pytest
from filelock import FileLock

MOST: Final = 20_000
"""The number of kept entries: several times as many as the tests need for one version of JAX."""

SETTINGS: Final = {
    # Small programs are cached, too: the tests have thousands of them.
    "jax_persistent_cache_min_compile_time_secs": 0,
    "jax_persistent_cache_min_entry_size_bytes": -1,
    # XLA's own caches for GPUs would make the names of entries depend on the folder.
    "jax_persistent_cache_enable_xla_caches": "none",
}


class Compilations:
    """The folder with the kept entries, and the copy for this process."""

    def __init__(self, kept: Path, own: Path, most: int = MOST) -> None:
        self.own: Final = own
        self._kept: Final = kept
        self._most: Final = most
        self._lock: Final = FileLock(kept.with_suffix(".lock"))

    def use(self) -> None:
        """Let JAX use the copy, if the tests have imported JAX."""
        jax = sys.modules.get("jax")
        if jax is None:
            return
        with self._lock:
            shutil.copytree(self._kept, self.own)
        for name, value in SETTINGS.items():
            jax.config.update(name, value)
        jax.config.update("jax_compilation_cache_dir", str(self.own))

    def keep(self) -> None:
        """Add this process's new entries to the kept ones, and drop the oldest if too many."""
        with self._lock:
            self._take_in()
            oldest_last = sorted(self._kept.iterdir(), key=_age)
            for path in oldest_last[self._most :]:
                path.unlink()

    def _take_in(self) -> None:
        """Add the new entries; each gets its name only when it is complete."""
        known = {path.name for path in self._kept.iterdir()}
        new = [path for path in self.own.glob("*") if path.name not in known]
        beside = Path(mkdtemp(dir=self._kept.parent))
        for path in new:
            os.replace(shutil.copy(path, beside), self._kept / path.name)
        beside.rmdir()


COMPILATIONS: Final = pytest.StashKey[Compilations]()
"""The key under which pytest's session keeps the object of this process."""


def _age(path: Path) -> float:
    return -path.stat().st_mtime
