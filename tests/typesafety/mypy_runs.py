"""Runs of mypy's commands in a folder of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

CONFIG = "[mypy]\nplugins = promo_mypy\nstrict = true\ncache_dir = cache\n"


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
    command = [sys.executable, "-m", module, *options, *(["main.py"] if files else [])]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return Run(done.returncode, done.stdout, done.stderr)
