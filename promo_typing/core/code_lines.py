"""The lines of a module that are code, for digests that do not change with its words."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Mapping


def code(source: str) -> str:
    """Return the source of a module without imports, docstrings, comments and blank lines."""
    return "\n".join(code_lines(source).values())


def code_lines(source: str) -> Mapping[int, str]:
    """Return the lines of code by their numbers, which begin with 1.

    An import says only from where a name comes, and so counts as words. Of a line with a comment
    the code before the comment is left.
    """
    words = {number for node in _words(source) for number in _numbers(node)}
    ends = dict(_comments(source))
    lines = enumerate(source.splitlines(), 1)
    found = {number: text[: ends.get(number)].rstrip() for number, text in lines}
    return {number: text for number, text in found.items() if text and number not in words}


def _words(source: str) -> Iterator[ast.stmt]:
    """The imports at the top of a module, and all docstrings, those of attributes included."""
    module = ast.parse(source)
    yield from (each for each in module.body if isinstance(each, (ast.Import, ast.ImportFrom)))
    for node in ast.walk(module):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                yield node


def _numbers(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _comments(source: str) -> Iterator[tuple[int, int]]:
    """The line and the column of each comment."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start
