"""Runs the real command in a folder of its own; all tests share one cache of mypy."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from promo_cli import main
from tests.folders import Folder
from tests.processes import Result
from tests.typesafety.mypy_runs import cache_of_promo


@pytest.hookimpl(tryfirst=True)  # The groups must be set before xdist reads them.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep these tests in one process, so that only the first one fills the cache."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("cli"))


class Project(Folder):
    """A folder with a program, in which commands run."""

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


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli_cache")
    return Path(shutil.copytree(cache_of_promo(), folder, dirs_exist_ok=True))


@pytest.fixture
def project(tmp_path: Path, cache: Path) -> Project:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "MYPY_CACHE_DIR": str(cache),
        "PYTHONIOENCODING": "utf-8",
    }
    return Project(tmp_path, environment)
