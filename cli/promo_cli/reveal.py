"""``promo reveal``: the dtype of every array expression, beside the source."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

import click
from rich.text import Text

from promo_cli import unknown_dtypes
from promo_cli.command_error import CommandError
from promo_cli.console import output, progress, say, write
from promo_cli.formats.json_report import SCHEMA, span_data
from promo_cli.formats.text import write_text_findings
from promo_cli.options import dtype_settings, require_readable, settings
from promo_cli.source import source

if TYPE_CHECKING:
    from promo_cli.expressions import ArrayExpression
    from promo_cli.mypy_run import Run

_PLACE: Final = re.compile(r"(?P<file>.+):(?P<line>\d+)")


@click.command()
@click.argument("place", metavar="FILE[:LINE]")
@dtype_settings
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    help="The output format; text is the default.",
)
@click.option("--unknown", is_flag=True, help="Show the first causes of unknown dtypes.")
def reveal(place: str, x64: bool | None, promotion: str | None, style: str, unknown: bool) -> int:
    """Show the dtype of every array expression of a file, or of those that start on a line."""
    from promo_cli.mypy_run import run_mypy

    path, line = _split(place)
    with progress("checking") as step:
        run = run_mypy([path], settings(x64, promotion), step)
    for note in run.notes:
        say("note", note)
    for complaint in run.complaints:
        say("error" if run.blocked else "warning", complaint)
    if run.blocked:
        write_text_findings(run.findings)
        return 2
    run.only_dtypes()
    expressions = _selected(run, line)
    if unknown:
        unknown_dtypes.FORMATS[style](path, unknown_dtypes.first(expressions))
        return 0
    (_write_json if style == "json" else _write_text)(path, line, expressions)
    _mention_errors(run, path)
    return 0


def _split(place: str) -> tuple[str, int | None]:
    match = None if os.path.lexists(place) else _PLACE.fullmatch(place)
    path, line = (place, None) if match is None else (match["file"], int(match["line"]))
    require_readable(path)
    if os.path.isdir(path):
        raise CommandError(f"{path!r} is a folder; name one file")
    if line is not None and not 0 < line <= len(source(path).lines):
        raise CommandError(f"{path!r} has no line {line}, it has {len(source(path).lines)}")
    return path, line


def _selected(run: Run, line: int | None) -> list[ArrayExpression]:
    expressions = [found for file in run.expressions.values() for found in file]
    return [found for found in expressions if line is None or found.span.line == line]


def _mention_errors(run: Run, path: str) -> None:
    errors = sum(found.is_error for found in run.findings)
    if errors:
        noun = "error" if errors == 1 else "errors"
        say("note", f"mypy finds {errors} {noun} here; see: promo check {path}")


def _write_text(path: str, line: int | None, expressions: Sequence[ArrayExpression]) -> None:
    console = output()
    if not expressions:
        console.print(f"{path}: no array expression{'' if line is None else f' on line {line}'}")
        return
    margin = len(str(expressions[-1].span.line))
    for number, group in groupby(expressions, key=lambda found: found.span.line):
        source_line = Text(f"{number:>{margin}} | ", style="dim")
        source_line.append(source(path).line(number).expandtabs(4), style="not dim bold")
        console.print(source_line)
        rows = list(dict.fromkeys(_row(path, found) for found in group))
        width = max(len(text) for text, _ in rows)
        for text, types in rows:
            unknown = "Any" in types
            row = Text(f"{'':>{margin}} |     ", style="dim").append(text.ljust(width), "not dim")
            row.append("  -> ").append(
                types, style="not dim yellow" if unknown else "not dim green"
            )
            console.print(row)


def _row(path: str, found: ArrayExpression) -> tuple[str, str]:
    return source(path).text(found.span), " or ".join(found.types)


def _write_json(path: str, line: int | None, expressions: Sequence[ArrayExpression]) -> None:
    items = [
        {
            **span_data(found.span),
            "text": source(path).text(found.span),
            "types": list(found.types),
            "dtypes": None if found.dtypes is None else list(found.dtypes),
        }
        for found in expressions
    ]
    data = {"schema": SCHEMA, "file": path, "line": line, "expressions": items}
    write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
