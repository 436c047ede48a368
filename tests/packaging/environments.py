"""Environments apart from this one: installs into them, and runs what is in them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command away from the repository and without what the environment says of it.

    All runs share a cache of mypy, which the first one finds empty.
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
    """Install into the environment of an interpreter, and leave to Python what it has to compile.

    pip is not in the environment: it comes from here, and looks at nothing that is installed here.
    """
    command = [sys.executable, "-m", "pip", f"--python={interpreter}", "install", "--quiet", *what]
    # What pip builds in, it installs by itself: an option does not reach that, a variable does.
    environment = {**os.environ, "PIP_NO_COMPILE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
