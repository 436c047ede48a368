"""Runs the real command in a folder of its own; tests with the same settings share a cache."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

from promo_cli import main
from tests import scratch
from tests.folders import Folder
from tests.processes import Result
from tests.typesafety.mypy_runs import cache_of_promo

CACHE: Final = "MYPY_CACHE_DIR"
CONFIGURATIONS: Final = ("pyproject.toml", "mypy.ini", ".mypy.ini", "setup.cfg")
OPTIONS: Final = re.compile(rb"mypy|promo-typing")
_CACHES: Final = dict[bytes, Path]()
"""The shared caches of this process, by configuration."""


@pytest.hookimpl(tryfirst=True)  # The groups must be set before xdist reads them.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep these tests in one process, so that only the first one fills the cache."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("cli"))


class Project(Folder):
    """A folder with a program, in which commands run.

    If options of mypy or ours are written, another shared cache is used: with other options mypy
    would check all libraries anew, and so would the next test with the options of before.
    """

    def write(self, name: str, text: str | bytes) -> Path:
        path = super().write(name, text)
        is_shared = self.environment.get(CACHE, "") in map(str, _CACHES.values())
        if is_shared and name in CONFIGURATIONS and OPTIONS.search(path.read_bytes()):
            self.environment[CACHE] = str(cache_for(path.read_bytes()))
        return path

    def promo_here(self, *arguments: str) -> Result:
        """Run the command in this process, which is faster: its imports are already done.

        Use it only for commands whose output does not depend on settings or the terminal.
        """
        out, err = StringIO(), StringIO()
        with self._as_in_a_process(*arguments), redirect_stdout(out), redirect_stderr(err):
            status = main()
        return Result(status, out.getvalue(), err.getvalue())

    @contextmanager
    def _as_in_a_process(self, *arguments: str) -> Iterator[None]:
        """Give this process the folder, arguments and environment of a command's process."""
        with (
            chdir(self.folder),
            patch.object(sys, "argv", ["promo", *arguments]),
            patch.dict(os.environ, self.environment, clear=True),
        ):
            yield


def cache_for(configuration: bytes) -> Path:
    """The cache of all projects with this configuration; it begins with the libraries."""
    if configuration not in _CACHES:
        _CACHES[configuration] = scratch.new()
        shutil.copytree(cache_of_promo(), _CACHES[configuration], dirs_exist_ok=True)
    return _CACHES[configuration]


@pytest.fixture(scope="session")
def cache() -> Path:
    return cache_for(b"")


@pytest.fixture
def project(tmp_path: Path, cache: Path) -> Project:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        CACHE: str(cache),
        "PYTHONIOENCODING": "utf-8",
    }
    return Project(tmp_path, environment)
