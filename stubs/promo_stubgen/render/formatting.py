"""Formats rendered stubs as the rest of the repository is formatted."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

_COMMAND: Final = (sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", "100")


class FormatError(RuntimeError):
    """The formatter is missing, or a rendered stub is not valid Python."""


def format_stub(path: str, text: str) -> str:
    """Return the text formatted by ruff.

    Raises:
        FormatError: ruff is not installed, or the text cannot be parsed.
    """
    command = [*_COMMAND, "--stdin-filename", path, "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise FormatError(f"ruff could not format {path}: {done.stderr.strip()}")
    return done.stdout
