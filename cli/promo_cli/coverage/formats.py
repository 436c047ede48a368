"""The output formats of ``promo coverage``: for people, for Markdown, for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any, Final

from rich.text import Text

from promo_cli.console import output, write
from promo_cli.counts import counted
from promo_cli.coverage.measure import Coverage, FileCoverage
from promo_cli.coverage.suggestions import Suggestion
from promo_cli.formats.json_report import SCHEMA
from promo_cli.formats.text import seen_and_known
from promo_cli.unchecked import summed_up

NOTHING: Final = "-"
"""The share of a file without array expressions."""

_SHOWN: Final = 10
_HEADS: Final = ("file", "array expressions", "known", "share")
_TITLE: Final = "The annotations that would recover the most dtypes"
_MARKUP: Final = re.compile(r"[\\`*_|<>\[\]]")


def share_text(file: FileCoverage) -> str:
    """Return the share of a file as it is shown."""
    return str(file.share) if file.expressions else NOTHING


def _write_text(coverage: Coverage) -> None:
    console = output()
    rows = [_HEADS, *map(_cells, coverage.files)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        first, *others = map(str.rjust, row, widths)
        line = "  ".join([first.strip().ljust(widths[0]), *others])
        console.print(Text(line, style="" if number else "bold"))
    for text in (*summed_up(coverage.unchecked), seen_and_known(coverage.summary)):
        console.print(text)
    if coverage.suggestions:
        console.print(Text(f"\n{_TITLE}:", style="bold"))
    for each in coverage.suggestions[:_SHOWN]:
        console.print(Text(f"  {_suggested(each)}"))
    if more := _more(coverage):
        console.print(Text(f"  {more}"))


def _cells(file: FileCoverage) -> tuple[str, str, str, str]:
    share = file.share
    return file.path, str(share.array_expressions), str(share.known_dtype), share_text(file)


def _suggested(suggestion: Suggestion) -> str:
    names = ", ".join(f"`{each}`" for each in suggestion.sources)
    held = f", from {names}" if names else ""
    return f"{suggestion.root}{held}: {suggestion.numbers}"


def _more(coverage: Coverage) -> str:
    """A line with the number of places that are not shown."""
    more = len(coverage.suggestions) - _SHOWN
    return f"and {counted(more, 'other place')}; --format json has all" if more > 0 else ""


def _write_markdown(coverage: Coverage) -> None:
    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |\n"

    lines = [line(_HEADS), line(["---", "---:", "---:", "---:"])]
    lines += [line(map(_escaped, _cells(each))) for each in coverage.files]
    said = [*summed_up(coverage.unchecked), *seen_and_known(coverage.summary).splitlines()]
    lines += [f"\n{each}\n" for each in said]
    if coverage.suggestions:
        lines.append(f"\n{_TITLE}:\n\n")
    lines += [f"1. {_suggested(each)}\n" for each in coverage.suggestions[:_SHOWN]]
    if more := _more(coverage):
        lines.append(f"\n{more}\n")
    write("".join(lines))


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", text)


def _write_json(coverage: Coverage) -> None:
    data = {
        "schema": SCHEMA,
        "files": [_file_data(each) for each in coverage.files],
        "suggestions": [_suggestion_data(each) for each in coverage.suggestions],
        "unchecked": [asdict(each) for each in coverage.unchecked],
        "summary": asdict(coverage.summary),
    }
    write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def _file_data(file: FileCoverage) -> dict[str, Any]:
    share = file.share
    return {
        "file": file.path,
        **asdict(share),
        "percent_known": round(share.percent, 2) if file.expressions else None,
        "errors": file.errors,
    }


def _suggestion_data(suggestion: Suggestion) -> dict[str, Any]:
    root = suggestion.root
    return {
        "kind": root.kind.name.lower(),
        "name": root.name,
        "owner": root.owner or None,
        "file": None if root.place is None else root.place.file,
        "line": None if root.place is None else root.place.line,
        "annotatable": root.kind.takes_annotation,
        "message": str(root),
        "sources": list(suggestion.sources),
        "expressions": suggestion.expressions,
        "alone": suggestion.alone,
        "files": suggestion.files,
    }


FORMATS: Final[dict[str, Callable[[Coverage], None]]] = {
    "text": _write_text,
    "markdown": _write_markdown,
    "json": _write_json,
}
"""The function that writes each format, by its name."""
