"""The line where another module assigns a variable, read from its source."""

from __future__ import annotations

import ast

from promo_mypy.types.syntax_trees import source_of


def assignment_line(path: str, name: str) -> int | None:
    """Return the line of the assignment to a variable at the top of the module in a file.

    None unless there is exactly one.
    """
    body = source_of(path).tree.body
    lines = [statement.lineno for statement in body if name in _targets(statement)]
    return lines[0] if len(lines) == 1 else None


def _targets(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []
