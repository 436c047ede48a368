"""How ``promo audit`` writes its report: for people, for programs, for GitHub."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from promo_typing.cli.console import write
from promo_typing.cli.formats import annotation_text

if TYPE_CHECKING:
    from promo_runtime.auditing import Conversion, Report

SCHEMA: Final = 1


def _write_text(report: Report) -> None:
    write(f"{report}\n".replace(os.getcwd() + os.sep, ""))


def _data(found: Conversion) -> dict[str, Any]:
    place = None if found.place is None else asdict(found.place)
    return {
        **asdict(found),
        "place": place,
        "origin": found.origin.value,
        "bytes": found.bytes,
        "flags": sorted(flag.value for flag in found.flags),
    }


def _write_json(report: Report) -> None:
    data = {
        "schema": SCHEMA,
        "conversions": [_data(found) for found in report.conversions],
        "bytes": report.bytes,
    }
    write(json.dumps(data, indent=2) + "\n")


def _write_github(report: Report) -> None:
    for found in report.findings:
        file = "" if found.place is None else os.path.relpath(found.place.file)
        line = 0 if found.place is None else found.place.line
        text = (
            f"{found.operation}: {found.source} -> {found.target} "
            f"({', '.join(sorted(flag.value for flag in found.flags))}), {found.bytes} bytes"
        )
        write(annotation_text("warning", {"file": file, "line": str(line)}, text) + "\n")


FORMATS: Final[dict[str, Callable[[Report], None]]] = {
    "text": _write_text,
    "json": _write_json,
    "github": _write_github,
}
