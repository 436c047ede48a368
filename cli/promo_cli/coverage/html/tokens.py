"""Splits source lines into tokens for syntax highlighting; a letter stands for each kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, is_token_subtype

_KINDS: Final = (
    (Comment, "c"),
    (String.Doc, "c"),
    (String, "s"),
    (Number, "m"),
    (Keyword.Constant, "m"),
    (Keyword, "k"),
    (Operator.Word, "k"),
    (Name.Decorator, "d"),
    (Name.Function, "f"),
    (Name.Class, "f"),
)
"""The kinds of tokens; the first that fits counts."""


class Token(NamedTuple):
    """A piece of a line, and the letter of its kind; empty for most pieces."""

    text: str
    kind: str


def tokens(lines: Sequence[str]) -> list[list[Token]]:
    """Return the tokens of each line; joined, they give the line again."""
    found: list[list[Token]] = [[] for _ in lines[:1]]
    for kind, text in _lexed("\n".join(lines)):
        first, *others = text.split("\n")
        for number, part in enumerate([first, *others]):
            if number:
                found.append([])
            if part:
                found[-1].append(Token(part, kind))
    return found


def _lexed(text: str) -> Iterator[tuple[str, str]]:
    for _, token, value in PythonLexer().get_tokens_unprocessed(text):
        yield next((letter for kind, letter in _KINDS if is_token_subtype(token, kind)), ""), value
