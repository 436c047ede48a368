"""Folders with a program, in which tests run real commands."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 300
_COMMAND = ("-P", "-m", "promo_cli")
"""``-P`` keeps the folder of the program off the path of the command."""


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Folder:
    folder: Path
    environment: dict[str, str]

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def read(self, name: str) -> str:
        return (self.folder / name).read_bytes().decode()

    def python(self, *arguments: str, **environment: str) -> Result:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def promo(self, *arguments: str, **environment: str) -> Result:
        done = self.python(*_COMMAND, *arguments, **environment)
        assert "Traceback" not in done.err, done.err
        return done

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, *_COMMAND, *arguments]
