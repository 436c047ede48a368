"""Output for GitLab: a code quality report, shown in merge requests.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from promo_cli.console import write
from promo_cli.formats.fingerprints import fingerprints
from promo_cli.remarks import Remarked, with_notes

if TYPE_CHECKING:
    from promo_cli.mypy_run import Run


def write_gitlab(run: Run) -> None:
    """Write an issue for each error, with its notes, and for each other note."""
    remarked = with_notes(run.findings)
    known_by = fingerprints(each.finding for each in remarked)
    issues = [_issue(*pair) for pair in zip(remarked, known_by, strict=True)]
    write(json.dumps(issues, indent=2, ensure_ascii=False) + "\n")


def _issue(remarked: Remarked, fingerprint: str) -> dict[str, object]:
    found = remarked.finding
    # GitLab shows no issue without a line.
    line, end_line = (found.span.line, found.span.end_line) if found.span else (1, 1)
    return {
        "description": remarked.text,
        "check_name": found.code or "mypy",
        "fingerprint": fingerprint,
        "severity": "major" if found.is_error else "info",
        "location": {"path": found.file, "lines": {"begin": line, "end": end_line}},
    }
