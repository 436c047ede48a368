"""Installs into environments other than this one, and runs commands there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command outside the repository, without environment variables that lead to it.

    All runs share a cache of mypy, which is empty at first.
    """
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(cwd), "NO_COLOR": "1", "COLUMNS": "120"}
    environment["MYPY_CACHE_DIR"] = str(cwd.parent / "cache_of_installed_mypy")
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def install(interpreter: Path, *what: str) -> None:
    """Install packages into the environment of an interpreter, without compiling bytecode.

    pip itself runs from this environment, and ignores the packages installed here.
    """
    command = [sys.executable, "-m", "pip", f"--python={interpreter}", "install", "--quiet", *what]
    # pip installs build environments by itself; only variables, not options, have an effect there.
    # With PIP_NO_COMPILE=1 it would compile: pip takes the 1 as the value of its option "compile".
    environment = {**os.environ, "PIP_COMPILE": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
