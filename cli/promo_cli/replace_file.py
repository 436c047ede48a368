"""Atomic writes of files."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from promo_cli.command_error import CommandError


def replace_file(path: Path, text: bytes) -> None:
    """Replace a file atomically: it is never half written.

    Raises:
        CommandError: it cannot be written.
    """
    try:
        target = path.resolve()
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text)
            mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
            os.chmod(temporary, mode)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from None


def make_folder(path: Path) -> None:
    """Make a folder and those above it, unless it is there.

    Raises:
        CommandError: it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot make the folder {path}: {error.strerror}") from None


def _umask() -> int:
    present = os.umask(0)
    os.umask(present)
    return present
