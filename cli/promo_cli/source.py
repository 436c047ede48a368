"""The lines of a source file, and the columns of its characters."""

from __future__ import annotations

import ast
import re
import tokenize
from functools import cache
from typing import Final

from promo_cli.finding import Span
from promo_typing.core.file_texts import text_path

_AFTER_BREAK: Final = re.compile(r"(?<=[(\[{]) |,? (?=[)\]}])")


class Source:
    """A source file; without lines if it cannot be read or decoded."""

    def __init__(self, path: str) -> None:
        """Read the file."""
        self.lines = _lines(path)

    def line(self, number: int) -> str:
        """Return a line without its line end; empty if there is no such line."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def from_bytes(self, span: Span) -> Span:
        """Return a span in characters, given one whose columns count bytes of UTF-8.

        Python's parser counts bytes.
        """
        return Span(
            span.line,
            self._characters(span.line, span.column - 1) + 1,
            span.end_line,
            self._characters(span.end_line, span.end_column),
        )

    def _characters(self, number: int, size: int) -> int:
        line = self.line(number)
        return size if line.isascii() else len(line.encode()[:size].decode(errors="ignore"))

    def text(self, span: Span) -> str:
        """Return the expression at a span on one line.

        In an f-string mypy lets an expression begin at its brace. Before Python 3.12 it begins at
        the start of the f-string, since the parser gave no other place.
        """
        text = self._characters_of(span)
        for expression in (text, text.removeprefix("{").strip()):
            if _is_expression(expression):
                return expression
        return "(inside an f-string)"

    def _characters_of(self, span: Span) -> str:
        first = self.line(span.line)
        if span.end_line == span.line:
            return first[span.column - 1 : span.end_column]
        middle = [self.line(number) for number in range(span.line + 1, span.end_line)]
        pieces = [first[span.column - 1 :], *middle, self.line(span.end_line)[: span.end_column]]
        return _AFTER_BREAK.sub("", " ".join(" ".join(pieces).split()))


def source(path: str) -> Source:
    """Return a source file, read once."""
    return _source(text_path(path))


@cache
def _source(path: str) -> Source:
    return Source(path)


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, RecursionError, MemoryError):
        return False
    return True


def _lines(path: str) -> list[str]:
    try:
        with tokenize.open(path) as file:
            return file.read().split("\n")
    except (OSError, SyntaxError, UnicodeError):
        return []
