"""Files of the project that mypy does not check, but that may set fields of checked classes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import islice
from pathlib import Path
from typing import Final

from promo_mypy.inference.program import project
from promo_typing.core.program_files import program_files

_MOST_FILES: Final = 3000
_MOST_BYTES: Final = 30_000_000
_WORD: Final = re.compile(r"[^\W\d]\w*")
_SET: Final = re.compile(r"\.\s*(\w+)\s*(?:[-+*/%@&|^]|//|\*\*|<<|>>)?=(?!=)")
_GIVEN: Final = re.compile(r"(\w+)\s*=(?!=)")
_BY_NAME: Final = frozenset({"setattr", "__setattr__", "replace", "_replace", "evolve", "tree_at"})
"""Words of functions that set attributes: in a file with one, each ``name=`` may set one."""


class Neighbours:
    """The words in the files of a project that are not checked."""

    def __init__(self, checked: Iterable[str]) -> None:
        """Take the paths of the files that are checked."""
        self._checked = frozenset(str(Path(each).resolve()) for each in checked)
        self._words: dict[Path, tuple[frozenset[str], frozenset[str]] | None] = {}

    def mention(self, path: str, names: Collection[str], attribute: str = "") -> bool:
        """Whether an unchecked file has one of these names, or sets an attribute.

        Also true if there are too many files to read.

        Args:
            path: a checked file, whose project is searched.
            names: the names of classes or functions.
            attribute: the name of an attribute; empty for none.
        """
        root = project(path)
        if root not in self._words:
            self._words[root] = self._read(root)
        found = self._words[root]
        return found is None or not found[0].isdisjoint(names) or attribute in found[1]

    def _read(self, root: Path) -> tuple[frozenset[str], frozenset[str]] | None:
        words, assigned, size = set[str](), set[str](), 0
        unchecked = (path for path in program_files(root) if str(path) not in self._checked)
        files = list(islice(unchecked, _MOST_FILES + 1))
        for path in files:
            text = _text(path)
            size += len(text)
            if size > _MOST_BYTES or len(files) > _MOST_FILES:
                return None
            here = set(_WORD.findall(text))
            words |= here
            assigned.update(_SET.findall(text))
            if not here.isdisjoint(_BY_NAME):
                assigned.update(_GIVEN.findall(text))
        return frozenset(words), frozenset(assigned)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
