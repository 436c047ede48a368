"""What JAX compiles in the tests, kept among pytest's caches, so that the next run need not.

Each process works on a copy: JAX writes entries in place, where another process may read one that
is not complete. Processes that tests start compile by themselves, or have caches of their own.
Of many entries the oldest are dropped; one that is still used is compiled again, and the newest.
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
"""So many entries are kept, several times as many as the tests of one version of JAX have."""

SETTINGS: Final = {
    # Small programs as well: the tests have thousands.
    "jax_persistent_cache_min_compile_time_secs": 0,
    "jax_persistent_cache_min_entry_size_bytes": -1,
    # What XLA keeps for GPUs would make the names of entries depend on the folder.
    "jax_persistent_cache_enable_xla_caches": "none",
}


class Compilations:
    """The entries that are kept in a folder, and this process's own."""

    def __init__(self, kept: Path, own: Path, most: int = MOST) -> None:
        self.own: Final = own
        self._kept: Final = kept
        self._most: Final = most
        self._lock: Final = FileLock(kept.with_suffix(".lock"))

    def use(self) -> None:
        """Let JAX look there, if the tests import it."""
        jax = sys.modules.get("jax")
        if jax is None:
            return
        with self._lock:
            shutil.copytree(self._kept, self.own)
        for name, value in SETTINGS.items():
            jax.config.update(name, value)
        jax.config.update("jax_compilation_cache_dir", str(self.own))

    def keep(self) -> None:
        """Take in what is new, and drop the oldest entries if there are too many."""
        with self._lock:
            self._take_in()
            oldest_last = sorted(self._kept.iterdir(), key=_age)
            for path in oldest_last[self._most :]:
                path.unlink()

    def _take_in(self) -> None:
        """Each entry is complete as soon as it has its name."""
        known = {path.name for path in self._kept.iterdir()}
        new = [path for path in self.own.glob("*") if path.name not in known]
        beside = Path(mkdtemp(dir=self._kept.parent))
        for path in new:
            os.replace(shutil.copy(path, beside), self._kept / path.name)
        beside.rmdir()


COMPILATIONS: Final = pytest.StashKey[Compilations]()
"""Under which the session has those of this process."""


def _age(path: Path) -> float:
    return -path.stat().st_mtime
