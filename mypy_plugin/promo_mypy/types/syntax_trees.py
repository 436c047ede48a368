"""The syntax trees of modules, read from the source for facts that mypy does not keep."""

from __future__ import annotations

import ast
import os
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from promo_typing.core.file_texts import text_path

_REMEMBERED: Final = 32
"""How many files are remembered: mypy checks one module after the other, or a circle of them."""


class Source(NamedTuple):
    """The syntax tree of a file, and all its nodes; none if it cannot be read."""

    tree: ast.Module = ast.Module([], [])
    nodes: Sequence[ast.AST] = ()


def source_of(path: str) -> Source:
    """Return the syntax tree of a file, read again if the file has changed."""
    return _read(path, changed_at(path))


def changed_at(path: str) -> int:
    """Return when the text of a file was last changed, in nanoseconds; 0 if there is none."""
    try:
        return os.stat(text_path(path)).st_mtime_ns
    except OSError:
        return 0


@lru_cache(_REMEMBERED)
def _read(path: str, changed_at: int) -> Source:
    try:
        with open(text_path(path), encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return Source()
    return Source(tree, tuple(ast.walk(tree)))
