"""Output for GitHub: workflow commands that annotate a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from promo_cli.console import write
from promo_cli.finding import Finding
from promo_cli.workflow_commands import annotation_text

if TYPE_CHECKING:
    from promo_cli.mypy_run import Run


def write_github(run: Run) -> None:
    """Write an annotation for each finding."""
    write("".join(f"{annotation(found)}\n" for found in run.findings))


def annotation(found: Finding) -> str:
    """Return the workflow command that makes an annotation of a finding."""
    properties = {"file": found.file}
    if found.span is not None:
        span = found.span
        properties |= {"line": str(span.line), "endLine": str(span.end_line)}
        if span.end_line == span.line:
            # GitHub accepts columns only if an annotation begins and ends on one line.
            properties |= {"col": str(span.column), "endColumn": str(span.end_column)}
    properties["title"] = found.code or "mypy"
    return annotation_text("error" if found.is_error else "notice", properties, found.message)
