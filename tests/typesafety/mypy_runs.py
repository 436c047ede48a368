"""Runs mypy's commands, each in a folder of its own.

The folder starts with a cache of the libraries, which one worker of xdist fills for each
configuration. The cache does not have the program before its first run.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from filelock import FileLock

from tests import processes, scratch

CACHE = "cache"
CONFIG = f"[mypy]\nplugins = promo_mypy\nstrict = true\ncache_dir = {CACHE}\n"
LIBRARIES: Final = ("jax", "jax.numpy", "numpy")
_MYPY: Final = ("mypy",)
_PROMO: Final = ("promo_cli", "check")
"""The commands that fill a cache; ``promo check`` uses a folder of its own in it."""
_OF_THE_PLUGIN: Final = "[promo-typing"
"""The start of our own settings in a configuration; they affect few modules of libraries."""
OF_THE_PROGRAM: Final = re.compile(r"^\[mypy-main\]\n(?:(?!\[).*\n?)*", re.MULTILINE)
"""The section of a configuration that does not affect libraries."""


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


def mypy(
    folder: Path,
    *options: str,
    module: str = "mypy",
    files: bool = True,
    libraries: tuple[str, ...] = LIBRARIES,
) -> Run:
    """Run mypy, or another of its commands, on the program.

    ``libraries`` are the libraries in its cache, as far as they are installed.
    """
    configuration = folder / "mypy.ini"
    if configuration.exists():
        begin_cache(folder, configuration.read_text(), libraries, promo=module == _PROMO[0])
    return _run(folder, module, *options, *(["main.py"] if files else []))


def begin_cache(
    folder: Path,
    configuration: str,
    libraries: tuple[str, ...] = LIBRARIES,
    *,
    promo: bool = False,
) -> None:
    """Put libraries into the cache of a folder for the next run of mypy, or of ``promo check``."""
    of_libraries = OF_THE_PROGRAM.sub("", configuration)
    filled = _cache_of_libraries(of_libraries, libraries, _PROMO if promo else _MYPY)
    if any(not (folder / CACHE / each.name).exists() for each in filled.iterdir()):
        shutil.copytree(filled, folder / CACHE, dirs_exist_ok=True)


def cache_of_promo() -> Path:
    """The cache of ``promo check`` in projects without settings, with only libraries in it."""
    return _cache_of_libraries("", LIBRARIES, _PROMO)


@cache
def _cache_of_libraries(
    configuration: str, libraries: tuple[str, ...], command: tuple[str, ...]
) -> Path:
    digest = hashlib.sha256(repr((configuration, libraries, command)).encode()).hexdigest()[:16]
    folder = scratch.of_the_run() / f"libraries-{digest}"
    with FileLock(folder.with_suffix(".lock")):
        if not folder.exists():
            _filled(configuration, libraries, command).rename(folder)
    return folder / CACHE


def _filled(configuration: str, libraries: tuple[str, ...], command: tuple[str, ...]) -> Path:
    """A new folder with a filled cache; if possible, it begins as a copy of another one."""
    folder = scratch.new()
    options = configuration.partition(_OF_THE_PLUGIN)[0]
    if options != configuration:
        shutil.copytree(_cache_of_libraries(options, libraries, command), folder / CACHE)
    elif {*libraries} > {*LIBRARIES}:
        shutil.copytree(_cache_of_libraries(options, LIBRARIES, command), folder / CACHE)
    (folder / "libraries.py").write_text("".join(f"import {each}\n" for each in libraries))
    if configuration:
        (folder / "mypy.ini").write_text(configuration)
    module, *arguments = command
    _run(folder, module, *arguments, "libraries.py", MYPY_CACHE_DIR=CACHE)
    # There is no cache for a configuration that mypy refuses.
    (folder / CACHE).mkdir(exist_ok=True)
    return folder


def _run(folder: Path, module: str, *arguments: str, **variables: str) -> Run:
    environment = {**os.environ, **variables}
    return Run(*processes.run(module, arguments, folder, environment, timeout=300))
