"""The source code of a part of the program, and of the unchecked files beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Generic, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile

from promo_mypy.inference.connected import ByPart, Parts
from promo_mypy.inference.program import project
from promo_typing.core.program_files import is_program_file, program_files

_MOST_BYTES: Final = 30_000_000
_TEXTS: Final = re.compile(
    r"""#[^\n]*|(?P<quotes>"{3}|'{3})(?:\\[\s\S]|[^\\])*?(?P=quotes)"""
    r"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
)
"""Comments and strings."""

_Found = TypeVar("_Found")


class OverSources(Generic[_Found]):
    """What is found in the files of a part of the program, and in the files beside it."""

    def __init__(self, parts: Parts, read: Callable[[Iterable[Path]], _Found]) -> None:
        """Take the parts of the program, and the function that reads files."""
        self._read = read
        self._of_parts = ByPart(parts, self._in_modules)
        self._beside: dict[Path, _Found] = {}

    def of(self, caller: TypeChecker) -> Iterator[_Found]:
        """Yield what is found in the part with the caller's module, and then beside it."""
        yield self._of_parts.of(caller)
        root = project(caller.path)
        if root not in self._beside:
            modules = (each for each in caller.modules.values() if is_program_file(each.path))
            checked = {str(Path(each.path).resolve()) for each in modules}
            unread = (each for each in program_files(root) if str(each) not in checked)
            self._beside[root] = self._read(unread)
        yield self._beside[root]

    def _in_modules(self, part: Sequence[MypyFile]) -> _Found:
        return self._read(Path(each.path) for each in part if is_program_file(each.path))


def codes(paths: Iterable[Path]) -> Iterator[str | None]:
    """Yield the code of files; None for a file that cannot be read, and if they are too large."""
    size = 0
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            yield None
            continue
        size += len(text)
        yield code_in(text) if size <= _MOST_BYTES else None


def code_in(text: str) -> str:
    """Return a source without its comments and docstrings."""
    return _TEXTS.sub(_said, text)


def _said(found: re.Match[str]) -> str:
    """A string as it is, since it may say a dtype; empty for a comment or a docstring."""
    written, before = found[0], found.string.rfind("\n", 0, found.start())
    is_first = not found.string[before + 1 : found.start()].strip()
    is_silent = written.startswith("#") or (is_first and found["quotes"] is not None)
    return "" if is_silent else written
