"""Runs the tools on the programs, and reads their findings."""

from __future__ import annotations

import json
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from promo_runtime import audit
from promo_typing.core.lints import LintSet
from tests.mistakes.execution import load, x64_as_before
from tests.mistakes.mistake import Mistake
from tests.mistakes.programs import copy_programs, pair_of, turns_x64_on
from tests.static.checkers import CHECKERS


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding in a line: its code, or what a tool has instead of one, and its message."""

    code: str
    words: str


Findings: TypeAlias = dict[tuple[str, int], list[Finding]]
"""By file name and line. The names of the programs are unique."""

Tool: TypeAlias = Callable[[Iterable[Mistake], Path], Findings]
"""Returns the findings in the programs of some mistakes; the folder is for copies.

Raises:
    ToolError: the tool could not be run.
"""


class ToolError(RuntimeError):
    """A tool could not be run; the message has its output."""


def promo_check(configuration: str = "") -> Tool:
    """``promo check`` on a folder with this ``pyproject.toml``, or without a configuration."""

    def ask(mistakes: Iterable[Mistake], folder: Path) -> Findings:
        return _in_two_runs(mistakes, folder, errors)

    def errors(programs: Path) -> Findings:
        if configuration:
            (programs / "pyproject.toml").write_text(configuration, encoding="utf-8")
        return _promo_check(programs)

    return ask


def audit_of_promo(lints: LintSet) -> Tool:
    """Trace the programs; errors that JAX raises meanwhile are findings, too."""

    def ask(mistakes: Iterable[Mistake], folder: Path) -> Findings:
        findings: Findings = {}
        for mistake in mistakes:
            pair = pair_of(mistake)
            _audit(pair.mistake, lints, findings)
            _audit(pair.fix, lints, findings)
        return findings

    return ask


def checker(name: str) -> Tool:
    """A type checker with the stubs, without the plugin, in its default configuration."""
    asked = CHECKERS[name]
    # Strict mode would refuse every result of type Any, on right and wrong lines alike.
    if "mypy.ini" in asked.settings:
        asked = replace(asked, settings={"mypy.ini": "[mypy]\n"})

    def ask(mistakes: Iterable[Mistake], folder: Path) -> Findings:
        return _in_two_runs(mistakes, folder, errors)

    def errors(programs: Path) -> Findings:
        found = asked.errors(programs)
        return {at: [Finding("error", each) for each in texts] for at, texts in found.items()}

    return ask


def _in_two_runs(
    mistakes: Iterable[Mistake], folder: Path, ask: Callable[[Path], Findings]
) -> Findings:
    """Check the programs that turn x64 on separately from the others."""
    every = tuple(mistakes)
    findings: Findings = {}
    for x64 in (False, True):
        programs = folder / ("x64_on" if x64 else "x64_off")
        copy_programs([each for each in every if turns_x64_on(each) is x64], programs)
        findings |= ask(programs)
    return findings


def _promo_check(programs: Path) -> Findings:
    command = [sys.executable, "-m", "promo_cli", "check", "--format", "json", "."]
    done = subprocess.run(command, cwd=programs, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise ToolError(f"promo check failed: {done.stdout}{done.stderr}")
    findings: Findings = {}
    for each in json.loads(done.stdout)["findings"]:
        if each["severity"] == "error":
            place = Path(each["file"]).name, each["line"]
            findings.setdefault(place, []).append(Finding(each["code"], each["message"]))
    return findings


def _audit(program: Path, lints: LintSet, findings: Findings) -> None:
    with x64_as_before(), warnings.catch_warnings(action="ignore"):
        try:
            report = audit(load(program), lints=lints)()
        except Exception as raised:
            for frame in traceback.extract_tb(raised.__traceback__):
                if frame.filename == str(program) and frame.lineno is not None:
                    finding = Finding(type(raised).__name__, str(raised))
                    findings.setdefault((program.name, frame.lineno), []).append(finding)
            return
    for each in report.findings:
        if each.place is not None and each.place.file == str(program):
            finding = Finding(each.code or "", f"{each.source} -> {each.target}")
            findings.setdefault((program.name, each.place.line), []).append(finding)


PROMO_CHECK: Final = "promo check"
AUDIT: Final = "promo audit"
TOOLS: Final[Mapping[str, Tool]] = {
    PROMO_CHECK: promo_check(),
    "promo check, strict lints": promo_check('[tool.promo-typing]\nlints = "strict"\n'),
    AUDIT: audit_of_promo("recommended"),
    "promo audit, strict lints": audit_of_promo("strict"),
    **{name: checker(name) for name in ("mypy", "pyright", "pyrefly", "ty", "zuban")},
}
