"""Finds the lines of the old text in an annotated one."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from pathlib import Path
from types import MappingProxyType


class OldLines:
    """The lines of files by number, as they were before they were annotated."""

    def __init__(
        self, texts: Mapping[str, bytes], before: Mapping[str, bytes] = MappingProxyType({})
    ) -> None:
        """Take the texts to count lines in, and the texts before; other files are read."""
        self._texts = texts
        self._before = before
        self._lines: dict[str, list[bytes]] = {}

    def line(self, path: str, number: int) -> str:
        """Return a line; an empty one if there is none of this number."""
        if path not in self._lines:
            self._lines[path] = self._of_file(path)
        lines = self._lines[path]
        return lines[number - 1].decode(errors="replace") if 0 < number <= len(lines) else ""

    def _of_file(self, path: str) -> list[bytes]:
        try:
            text = self._texts.get(path) or Path(path).read_bytes()
        except OSError:
            return []
        return _without_annotations(self._before.get(path, text), text)


def _without_annotations(old: bytes, new: bytes) -> list[bytes]:
    """The lines of a new text; those that annotations changed are as in the old one."""
    before, lines = old.split(b"\n"), new.split(b"\n")
    for _, start, end, new_start, new_end in SequenceMatcher(None, before, lines).get_opcodes():
        if end - start == new_end - new_start:
            lines[new_start:new_end] = before[start:end]
    return lines
