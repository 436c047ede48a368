"""Folders of a run of the tests, for what is no fixture.

They lie among the temporary folders of pytest, which it removes some runs later, in whatever way
the processes of the run end.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import mkdtemp

import pytest

_FOLDERS: list[Path] = []
"""That of this process, as soon as pytest is configured."""


def configure(config: pytest.Config) -> None:
    """Find out where pytest keeps the temporary folders of this process."""
    factory: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]
    _FOLDERS[:] = [factory.getbasetemp()]


def of_the_run() -> Path:
    """The folder that all workers of xdist share, whose own ones lie in it."""
    (folder,) = _FOLDERS
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


def new() -> Path:
    """A new folder of this process."""
    (folder,) = _FOLDERS
    return Path(mkdtemp(dir=folder))


def parent() -> Path | None:
    """Where this process makes temporary folders; None outside of pytest."""
    return _FOLDERS[0] if _FOLDERS else None
