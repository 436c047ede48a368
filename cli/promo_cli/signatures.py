"""Signatures that mypy prints in notes: ``def f(x: Array[float32]) -> int``."""

from __future__ import annotations

import ast
import re
from typing import Final, NamedTuple

_TYPE_VARIABLES: Final = re.compile(r"^def \[.*?\] (?=\w+\()")
_RECEIVERS: Final = frozenset({"self", "cls"})


class Signature(NamedTuple):
    """The types of the parameters, without those of ``self``, and of the result."""

    parameters: tuple[ast.expr | None, ...]
    result: ast.expr | None


def signature(text: str) -> Signature | None:
    """Parse the signature in a line; None if there is none."""
    head = _TYPE_VARIABLES.sub("def ", text.strip())
    if not head.startswith("def "):
        return None
    try:
        statement = ast.parse(f"{head.rstrip(':')}: ...").body[0]
    except (SyntaxError, ValueError, RecursionError):
        return None
    if not isinstance(statement, ast.FunctionDef):
        return None
    arguments = statement.args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    own = [each.annotation for each in listed if each.arg not in _RECEIVERS or each.annotation]
    return Signature(tuple(own), statement.returns)
