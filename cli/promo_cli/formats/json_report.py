"""Output for programs: all that a run has found, as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from promo_cli.console import write
from promo_cli.finding import Span
from promo_cli.formats.text import summarised

if TYPE_CHECKING:
    from promo_cli.mypy_run import Run

SCHEMA: Final = 1
"""The version of the JSON output; it changes when a key changes its meaning or goes away."""


def span_data(span: Span | None) -> dict[str, int | None]:
    """Return the keys of a place in JSON; their values are None if it is not known."""
    keys = ("line", "column", "end_line", "end_column")
    return dict.fromkeys(keys) if span is None else asdict(span)


def write_json(run: Run) -> None:
    """Write the findings and the summary."""
    findings = [
        {
            "file": found.file,
            **span_data(found.span),
            "severity": found.severity,
            "code": found.code,
            "message": found.message,
        }
        for found in run.findings
    ]
    summary = {**asdict(summarised(run)), "blocked": run.blocked}
    data = {
        "schema": SCHEMA,
        "findings": findings,
        "unchecked": [asdict(each) for each in run.unchecked],
        "summary": summary,
    }
    write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
