"""Runs ``promo check`` on sources in which some files are replaced by other texts."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from os.path import realpath
from pathlib import Path
from typing import Final, TypeAlias

from promo_cli.annotate.message_types import Members, members
from promo_cli.annotate.old_lines import OldLines
from promo_cli.annotate.project import shown
from promo_cli.command_error import CommandError
from promo_cli.console import say
from promo_cli.expressions import ArrayExpression
from promo_cli.finding import Finding
from promo_cli.mypy_run import run_mypy

_CALLED: Final = re.compile(r"called at (?P<file>.+):(?P<line>\d+)$")
"""The end of a note that names the call for which a finding in an inferred function holds."""

_ELSEWHERE: Final = re.compile(r"\((?P<file>[^()\n]+\.py):(?P<line>\d+)\)")
"""The place of another function or file in a message: ``(model.py:12)``."""

_IN_THIS_FILE: Final = re.compile(r"(?<=\bon line )\d+")
"""Another line of the same file in a message of mypy: ``already defined on line 12``."""

_DTYPE: Final = re.compile(r"\bArray\[\w+\]")
"""An array in a message of mypy."""

Place: TypeAlias = tuple[int, int]
"""The line and the column where an expression starts."""

_Key: TypeAlias = tuple[str, str | None, str, str]
"""The path, code, message and old source line of a finding: what annotations do not change."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome of a check; paths of files are real paths.

    Attributes:
        findings: the errors about dtypes.
        known: the lines of the expressions whose dtype is known, by file.
        starts: the lines and columns where these expressions start, by file.
        texts: the texts that were checked instead of those of the files.
        callers: the calls for which an error in an inferred function holds, as file and line.
        others: mypy's errors about something else.
        types: the members of the types of expressions whose dtype is not known, by file.
    """

    findings: list[Finding]
    known: dict[str, list[int]]
    starts: dict[str, frozenset[Place]]
    texts: Mapping[str, bytes]
    callers: Mapping[Finding, list[tuple[str, int]]] = field(default_factory=dict)
    others: list[Finding] = field(default_factory=list)
    types: Mapping[str, Mapping[Place, Members]] = field(default_factory=dict)


def check_texts(
    sources: Sequence[Path],
    texts: Mapping[str, bytes],
    settings: Mapping[str, object],
    *,
    as_mypy: bool = False,
) -> Checked | None:
    """Check sources in which some files are replaced by other texts; None if mypy gives up.

    Args:
        sources: the files and folders to check.
        texts: the texts to check instead of those of the files, by path.
        settings: settings of the plugin, which take precedence over those of the project.
        as_mypy: whether to check under the project's own options alone, as the command mypy does.
    """
    with tempfile.TemporaryDirectory(prefix="promo-annotate-") as folder:
        instead = {}
        for number, (path, text) in enumerate(texts.items()):
            copy = Path(folder, f"{number}{Path(path).suffix}")
            copy.write_bytes(text)
            instead[shown(path)] = str(copy)
        try:
            paths = [shown(str(each)) for each in sources]
            run = run_mypy(paths, {**settings}, lambda _: None, instead=instead, as_mypy=as_mypy)
        except CommandError as error:
            say("warning", str(error))
            return None
        if run.blocked:
            return None
        errors = [each for each in run.findings if each.is_error]
        run.only_dtypes()
    known = {
        realpath(path): [each.span for each in found if each.dtypes is not None]
        for path, found in run.expressions.items()
    }
    shown_ones = {id(each) for each in run.findings}
    return Checked(
        [each for each in errors if id(each) in shown_ones],
        {path: [each.line for each in spans] for path, spans in known.items()},
        {
            path: frozenset((each.line, each.column) for each in spans)
            for path, spans in known.items()
        },
        texts,
        _callers(run.findings),
        [each for each in errors if id(each) not in shown_ones],
        {realpath(path): _types(found) for path, found in run.expressions.items()},
    )


def _types(expressions: Iterable[ArrayExpression]) -> dict[Place, Members]:
    """The types of expressions without a dtype; of several at one place the shortest expression."""
    found: dict[Place, Members] = {}
    for each in expressions:
        if each.dtypes is None:
            of_calls = map(members, each.types)
            place = each.span.line, each.span.column
            found.setdefault(place, frozenset(chain.from_iterable(of_calls)))
    return found


def _callers(findings: Iterable[Finding]) -> dict[Finding, list[tuple[str, int]]]:
    """The calls that the notes of an error name, by error."""
    found: dict[Finding, list[tuple[str, int]]] = {}
    error = None
    for each in findings:
        called = None if each.is_error else _CALLED.search(each.message)
        if each.is_error:
            error = each
        elif called is not None and error is not None:
            place = realpath(called["file"]), int(called["line"])
            found.setdefault(error, []).append(place)
    return found


def new_findings(before: Checked, after: Checked) -> list[Finding]:
    """Return the findings that appear only afterwards."""
    return _new(before, after.findings, after)


def new_others(before: Checked, after: Checked) -> list[Finding]:
    """Return mypy's errors about other types than dtypes that appear only afterwards."""
    return _new(before, after.others, after)


def _new(before: Checked, found: Sequence[Finding], after: Checked) -> list[Finding]:
    # An annotation may put a dtype into the message of an error that was about something else
    # before. So both kinds of earlier errors are known.
    known = Counter(_keys([*before.findings, *before.others], OldLines(before.texts)))
    new = []
    for each, key in zip(found, _keys(found, OldLines(after.texts, before.texts)), strict=True):
        known[key] -= 1
        if known[key] < 0:
            new.append(each)
    return new


def _keys(findings: Iterable[Finding], lines: OldLines) -> Iterable[_Key]:
    for each in findings:
        path = realpath(each.file)
        number = 0 if each.span is None else each.span.line
        yield path, each.code, _lasting(each.message, path, lines), lines.line(path, number)


def _lasting(message: str, path: str, lines: OldLines) -> str:
    """A message without the parts that annotations change, the dtypes and the line numbers.

    A line number is replaced by the text of that line.
    """
    message = _IN_THIS_FILE.sub(
        lambda number: lines.line(path, int(number[0])), _DTYPE.sub("Array", message)
    )
    return _ELSEWHERE.sub(
        lambda place: f"({lines.line(realpath(place['file']), int(place['line']))})", message
    )
