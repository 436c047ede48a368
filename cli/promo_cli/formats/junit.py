"""Output for continuous integration: a report in JUnit's XML.

A file is a suite of tests. Each of its errors is a test that failed; a file without any has one
test, which passed.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from promo_cli.console import write
from promo_cli.finding import Finding
from promo_cli.remarks import Remarked, with_notes

if TYPE_CHECKING:
    from promo_cli.mypy_run import Run

_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot contain: control characters and lone surrogates."""


def write_junit(run: Run) -> None:
    """Write a suite for each file that was checked, and for each other file with errors."""
    errors = sorted(
        (each for each in with_notes(run.findings) if each.finding.is_error),
        key=lambda each: each.finding.file,
    )
    failed = {file: [*found] for file, found in groupby(errors, lambda each: each.finding.file)}
    # mypy checked nothing if it gave up.
    passed = [] if run.blocked else run.files
    suites = [_suite(file, failed.get(file, [])) for file in sorted({*passed, *failed})]
    report = _element("testsuites", name="promo check", **_counts(suites))
    report.extend(suites)
    ElementTree.indent(report)
    write(f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(report, "unicode")}\n')


def _suite(file: str, errors: list[Remarked]) -> ElementTree.Element:
    cases = [_failed(each) for each in errors] or [
        _element("testcase", name="no errors", classname=file)
    ]
    counts = {"tests": str(len(cases)), "failures": str(len(errors)), "errors": "0"}
    suite = _element("testsuite", name=file, **counts)
    suite.extend(cases)
    return suite


def _failed(remarked: Remarked) -> ElementTree.Element:
    found = remarked.finding
    code = found.code or "mypy"
    name = f"{code} at {_place(found)}"
    case = _element("testcase", name=name, classname=found.file, file=found.file)
    if found.span is not None:
        case.set("line", str(found.span.line))
    failure = _element("failure", message=found.message, type=code)
    failure.text = _clean(f"{found.file}:{_place(found)}: {remarked.text}")
    case.append(failure)
    return case


def _place(found: Finding) -> str:
    return "1" if found.span is None else f"{found.span.line}:{found.span.column}"


def _counts(suites: list[ElementTree.Element]) -> dict[str, str]:
    return {
        count: str(sum(int(suite.get(count, "0")) for suite in suites))
        for count in ("tests", "failures", "errors")
    }


def _element(tag: str, **attributes: str) -> ElementTree.Element:
    return ElementTree.Element(tag, {key: _clean(text) for key, text in attributes.items()})


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", text)
