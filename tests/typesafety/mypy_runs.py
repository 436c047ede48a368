"""Runs of mypy's commands in a folder of their own.

They start with a cache of the libraries, which is filled once for each configuration; of the
program they know nothing before its first run.
"""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests import processes, scratch

CACHE = "cache"
CONFIG = f"[mypy]\nplugins = promo_mypy\nstrict = true\ncache_dir = {CACHE}\n"
_LIBRARIES = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n"


class Run(NamedTuple):
    """The outcome of a command: exit status, and what it printed."""

    status: int
    stdout: str
    stderr: str

    @property
    def messages(self) -> list[str]:
        """The lines about the program, without mypy's own summary."""
        return sorted(line for line in self.stdout.splitlines() if line.startswith("main.py:"))


def write(folder: Path, program: str, settings: str = "") -> None:
    """Write the program and mypy's configuration."""
    folder.mkdir(exist_ok=True)
    (folder / "main.py").write_text(program)
    (folder / "mypy.ini").write_text(CONFIG + settings)


def mypy(folder: Path, *options: str, module: str = "mypy", files: bool = True) -> Run:
    """Run mypy, or another of its commands, on the program."""
    configuration = folder / "mypy.ini"
    if configuration.exists() and not (folder / CACHE).exists():
        shutil.copytree(_cache_of_libraries(configuration.read_text()), folder / CACHE)
    return _run(folder, module, *options, *(["main.py"] if files else []))


@cache
def _cache_of_libraries(configuration: str) -> Path:
    folder = scratch.new()
    (folder / "libraries.py").write_text(_LIBRARIES)
    (folder / "mypy.ini").write_text(configuration)
    _run(folder, "mypy", "libraries.py")
    # A configuration that mypy refuses has none.
    (folder / CACHE).mkdir(exist_ok=True)
    return folder / CACHE


def _run(folder: Path, module: str, *arguments: str) -> Run:
    return Run(*processes.run(module, arguments, folder, os.environ, timeout=300))
