"""Output for code scanning: the Static Analysis Results Interchange Format (SARIF) 2.1.0.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from promo_cli.console import write
from promo_cli.finding import Finding, Span
from promo_cli.formats.fingerprints import fingerprints
from promo_cli.formats.help_pages import help_page
from promo_cli.project_metadata import project_url, version
from promo_cli.remarks import Remarked, with_notes

if TYPE_CHECKING:
    from promo_cli.mypy_run import Run

_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_FINGERPRINT: Final = "promoFinding/v1"
_NO_CODE: Final = "mypy"
"""The rule for errors that mypy reports without a code."""


def write_sarif(run: Run) -> None:
    """Write one log with one run: a rule for each code, a result for each error or lone note."""
    remarked = with_notes(run.findings)
    codes = sorted({_rule_id(each.finding) for each in remarked})
    known_by = fingerprints(each.finding for each in remarked)
    log = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": _driver(codes)},
                # Characters, as Python counts them.
                "columnKind": "unicodeCodePoints",
                "invocations": [{"executionSuccessful": not run.blocked}],
                "results": [
                    _result(each, codes, fingerprint)
                    for each, fingerprint in zip(remarked, known_by, strict=True)
                ],
            }
        ],
    }
    write(json.dumps(log, indent=2, ensure_ascii=False) + "\n")


def _rule_id(found: Finding) -> str:
    return found.code or _NO_CODE


def _driver(codes: Sequence[str]) -> dict[str, Any]:
    return _given(
        name="promo",
        version=version(),
        informationUri=project_url("Homepage"),
        rules=[_rule(code) for code in codes],
    )


def _rule(code: str) -> dict[str, Any]:
    page = help_page(code)
    return _given(
        id=code,
        shortDescription={"text": page.summary},
        helpUri=page.url,
        help={"text": page.text, "markdown": page.markdown},
    )


def _result(remarked: Remarked, codes: Sequence[str], fingerprint: str) -> dict[str, Any]:
    found = remarked.finding
    code = _rule_id(found)
    location = _given(
        artifactLocation=_artifact(found.file), region=found.span and _region(found.span)
    )
    return {
        "ruleId": code,
        "ruleIndex": codes.index(code),
        "level": found.severity,
        "message": {"text": remarked.text},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {_FINGERPRINT: fingerprint},
    }


def _artifact(file: str) -> dict[str, str]:
    """The location of a file, relative to the current folder if it is below that."""
    path = Path(os.path.relpath(file) if os.path.isabs(file) else file)
    if path.is_absolute() or path.parts[:1] == (os.pardir,):
        return {"uri": Path(os.path.abspath(file)).as_uri()}
    return {"uri": quote(path.as_posix()), "uriBaseId": "%SRCROOT%"}


def _region(span: Span) -> dict[str, int]:
    """A span in SARIF, where the end column is the one after the last character."""
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column + 1,
    }


def _given(**properties: object) -> dict[str, Any]:
    """The properties that have a value: SARIF has no null."""
    return {key: value for key, value in properties.items() if value is not None}
