"""Formats rendered stubs with ruff."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_RUFF: Final = (sys.executable, "-m", "ruff", "format")
_OPTIONS: Final = ("--isolated", "--no-cache", "--line-length", "100", ".")


class FormatError(RuntimeError):
    """The formatter is missing, or a rendered stub is not valid Python."""


def format_stubs(texts: Mapping[str, str]) -> dict[str, str]:
    """Return texts formatted by ruff, by their paths.

    One process formats all texts, since starting a process takes longer than formatting a file.

    Raises:
        FormatError: ruff is not installed, or a text cannot be parsed.
    """
    with TemporaryDirectory() as folder:
        files = {path: Path(folder, path) for path in texts}
        for path, file in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(texts[path], encoding="utf-8")
        done = subprocess.run(
            (*_RUFF, *_OPTIONS), cwd=folder, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise FormatError(f"ruff could not format the stubs: {done.stderr.strip()}")
        return {path: file.read_text(encoding="utf-8") for path, file in files.items()}
