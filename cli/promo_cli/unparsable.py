"""Files that Python cannot parse: mypy gives up at the first one, so the rest goes on without them.

What is imported from them is unknown, and each of them is one error.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

from mypy.errorcodes import SYNTAX
from mypy.modulefinder import BuildSource
from mypy.options import Options

from promo_cli.finding import Finding, Span
from promo_cli.source import source


def found(reported: Iterable[Finding], sources: Iterable[BuildSource]) -> list[Finding]:
    """Return what is wrong with sources, if mypy gave up at one that cannot be parsed.

    mypy reports those of one file, and does not look at those behind it.
    """
    paths = [each.path for each in sources if each.path]
    said = [each for each in reported if each.code == SYNTAX.code and each.file in paths]
    files = {each.file for each in said}
    unread = [path for path in paths if path not in files] if said else []
    return [*said, *(error for path in unread for error in _errors(path))]


def leave_out(sources: Iterable[BuildSource], options: Options, files: Collection[str]) -> None:
    """Have mypy take modules for missing ones, about which it says nothing."""
    for each in sources:
        if each.path in files:
            options.per_module_options[each.module] = {"follow_imports": "skip"}


def _errors(path: str) -> list[Finding]:
    """What Python says of a file, in the form that mypy gives it."""
    try:
        ast.parse("\n".join(source(path).lines))
    except SyntaxError as error:
        message = error.msg[:1].upper() + error.msg[1:]
        line, column = error.lineno or 1, error.offset or 1
        span = Span(line, column, line, column)
        return [Finding(path, span, "error", message, SYNTAX.code)]
    except ValueError:
        pass  # Null characters; mypy says what is wrong.
    return []
