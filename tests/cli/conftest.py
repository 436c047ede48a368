"""Runs the real command in a folder of its own; all tests share one cache of mypy."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from promo_cli import main

TIMEOUT = 300


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep these tests in one process, so that only the first one fills the cache."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("cli"))


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Project:
    """A folder with a program, in which commands run."""

    folder: Path
    environment: dict[str, str]

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def command(self, *arguments: str) -> list[str]:
        # -P keeps the folder of the program off the path of the command.
        return [sys.executable, "-P", "-m", "promo_cli", *arguments]

    def promo(self, *arguments: str, **environment: str) -> Result:
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.folder,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Result(done.returncode, done.stdout, done.stderr)

    def promo_here(self, *arguments: str) -> Result:
        """The same in this process, which has imported what the command needs.

        It is for commands that answer by their arguments, whatever the settings and the terminal.
        """
        out, err = StringIO(), StringIO()
        with self._as_in_a_process(*arguments), redirect_stdout(out), redirect_stderr(err):
            status = main()
        return Result(status, out.getvalue(), err.getvalue())

    @contextmanager
    def _as_in_a_process(self, *arguments: str) -> Iterator[None]:
        """Its folder, arguments and environment."""
        with (
            chdir(self.folder),
            patch.object(sys, "argv", ["promo", *arguments]),
            patch.dict(os.environ, self.environment, clear=True),
        ):
            yield


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cli_cache")


@pytest.fixture
def project(tmp_path: Path, cache: Path) -> Project:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "MYPY_CACHE_DIR": str(cache),
        "PYTHONIOENCODING": "utf-8",
    }
    return Project(tmp_path, environment)
