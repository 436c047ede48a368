"""Temporary folders of a test run, for code that is no fixture.

They are among pytest's own temporary folders, which pytest removes some runs later, even if the
processes of this run crash.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import mkdtemp

import pytest

_FOLDERS: list[Path] = []
"""The folder of this process, once pytest is configured."""


def configure(config: pytest.Config) -> None:
    """Remember where pytest keeps the temporary folders of this process."""
    factory: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]
    _FOLDERS[:] = [factory.getbasetemp()]


def of_the_run() -> Path:
    """The folder that all workers of xdist share; it contains their own folders."""
    (folder,) = _FOLDERS
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


def new() -> Path:
    """A new folder of this process."""
    (folder,) = _FOLDERS
    return Path(mkdtemp(dir=folder))


def parent() -> Path | None:
    """The folder in which this process makes temporary folders; None outside pytest."""
    return _FOLDERS[0] if _FOLDERS else None
