"""Shows the new texts of files as a diff, or writes them."""

from __future__ import annotations

import difflib
import os
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from promo_cli.command_error import CommandError
from promo_cli.replace_file import replace_file


@dataclass(frozen=True, slots=True)
class Change:
    """The old text of a file and the new one."""

    path: Path
    old: bytes
    new: bytes
    encoding: str


def diff(change: Change, root: Path) -> Iterator[str]:
    """Yield the lines of a unified diff, as ``patch -p1`` and ``git apply`` read it."""
    shown = change.path.relative_to(root) if change.path.is_relative_to(root) else change.path
    old, new = (_lines(text.decode(change.encoding)) for text in (change.old, change.new))
    for line in difflib.unified_diff(old, new, f"a/{shown.as_posix()}", f"b/{shown.as_posix()}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """The lines with their ends; unlike in ``splitlines``, only ``\\n`` ends a line."""
    lines = text.split("\n")
    return [*(f"{each}\n" for each in lines[:-1]), *filter(None, lines[-1:])]


def write_changes(changes: Iterable[Change]) -> None:
    """Write all files, or none if one of them cannot be written.

    Ctrl-C is ignored meanwhile, since it would leave some files written and others not.

    Raises:
        CommandError: a file is read-only, or has changed since it was read.
    """
    wanted = list(changes)
    for each in wanted:
        _require_writable(each)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for each in wanted:
            replace_file(each.path, each.new)
    finally:
        signal.signal(signal.SIGINT, before)


def _require_writable(change: Change) -> None:
    if not os.access(change.path, os.W_OK):
        raise CommandError(f"cannot write {change.path}: it is read-only; nothing was written")
    if change.path.read_bytes() != change.old:
        raise CommandError(f"{change.path} was changed in between; nothing was written")
