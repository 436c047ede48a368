"""Finds the files that Python cannot parse, and leaves them out: mypy would give up at the first.

Each such file is one error. Names that are imported from it have an unknown type.
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
    """Return the syntax errors of all sources if mypy gave up because of one; else nothing.

    mypy reports the errors of one file only, and does not parse the next ones.
    """
    paths = [each.path for each in sources if each.path]
    said = [each for each in reported if each.code == SYNTAX.code and each.file in paths]
    files = {each.file for each in said}
    unread = [path for path in paths if path not in files] if said else []
    return [*said, *(error for path in unread for error in _errors(path))]


def leave_out(sources: Iterable[BuildSource], options: Options, files: Collection[str]) -> None:
    """Make mypy treat modules as missing, without an error."""
    for each in sources:
        if each.path in files:
            options.per_module_options[each.module] = {"follow_imports": "skip"}


def _errors(path: str) -> list[Finding]:
    """The syntax errors of a file, worded as by mypy."""
    try:
        ast.parse("\n".join(source(path).lines))
    except SyntaxError as error:
        message = error.msg[:1].upper() + error.msg[1:]
        line, column = error.lineno or 1, error.offset or 1
        span = Span(line, column, line, column)
        return [Finding(path, span, "error", message, SYNTAX.code)]
    except ValueError:
        pass  # The source has null characters; mypy reports the error.
    return []
