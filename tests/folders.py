"""Folders with a program, in which tests run real commands."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests import processes
from tests.processes import Result

TIMEOUT = 300
_MODULE = "promo_cli"
_COMMAND = ("-P", "-m", _MODULE)
"""Python's option ``-P`` keeps the folder of the program off the module path of the command."""


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
        variables = {**self.environment, **environment}
        if processes.can_be_forked(variables):
            done = processes.run(_MODULE, arguments, self.folder, variables, timeout=TIMEOUT)
        else:
            done = self.python(*_COMMAND, *arguments, **environment)
        assert "Traceback" not in done.err, done.err
        return done

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, *_COMMAND, *arguments]
