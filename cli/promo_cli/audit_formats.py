"""How ``promo audit`` writes its report: for people, for programs, for GitHub."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from promo_cli.console import write
from promo_cli.workflow_commands import annotation_text

if TYPE_CHECKING:
    from promo_runtime.auditing import Conversion, Report

SCHEMA: Final = 1


def from_here(text: str) -> str:
    """Shorten the paths of files below the current folder, as ``promo check`` does."""
    return text.replace(os.getcwd() + os.sep, "")


def _write_text(report: Report) -> None:
    write(from_here(f"{report}\n"))


def _data(found: Conversion, count: int, *, is_finding: bool) -> dict[str, Any]:
    place = found.place
    return {
        **asdict(found),
        "place": None if place is None else {**asdict(place), "file": from_here(place.file)},
        "origin": found.origin.value,
        "bytes": found.bytes,
        "flags": sorted(flag.value for flag in found.flags),
        "is_finding": is_finding,
        "count": count,
    }


def _write_json(report: Report) -> None:
    findings = frozenset(report.findings)
    data = {
        "schema": SCHEMA,
        "conversions": [
            _data(found, count, is_finding=found in findings)
            for found, count in report.counted_conversions
        ],
        "bytes": report.bytes,
    }
    write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def _write_github(report: Report) -> None:
    write("".join(f"{_annotation(*each)}\n" for each in report.counted_findings))


def _annotation(found: Conversion, count: int) -> str:
    place = found.place
    properties = (
        {} if place is None else {"file": from_here(place.file), "line": str(place.line)}
    ) | {"title": found.code or ""}
    times = f", {count} times" if count != 1 else ""
    text = f"{found.operation}: {found.source} -> {found.target}, {found.bytes} bytes{times}"
    return annotation_text("warning", properties, text)


FORMATS: Final[dict[str, Callable[[Report], None]]] = {
    "text": _write_text,
    "json": _write_json,
    "github": _write_github,
}
