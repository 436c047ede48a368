"""For GitHub: annotations of a pull request, written by a step of a workflow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from promo_cli.console import write
from promo_cli.finding import Finding

if TYPE_CHECKING:
    from promo_cli.mypy_run import Run


def write_github(run: Run) -> None:
    """Write an annotation for each finding."""
    write("".join(f"{annotation(found)}\n" for found in run.findings))


def annotation(found: Finding) -> str:
    """Return a workflow command: https://docs.github.com/actions/reference/workflow-commands."""
    properties = {"file": found.file}
    if found.span is not None:
        span = found.span
        properties |= {"line": str(span.line), "endLine": str(span.end_line)}
        if span.end_line == span.line:
            # GitHub takes columns only for an annotation within one line.
            properties |= {"col": str(span.column), "endColumn": str(span.end_column)}
    properties["title"] = found.code or "mypy"
    return annotation_text("error" if found.is_error else "notice", properties, found.message)


def annotation_text(command: str, properties: dict[str, str], message: str) -> str:
    """Return a workflow command; the properties and the message are escaped."""
    listed = ",".join(f"{key}={_escaped_property(value)}" for key, value in properties.items())
    return f"::{command} {listed}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
