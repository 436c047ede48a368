"""``promo check`` with a baseline: leave accepted errors out, or accept all that are found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from promo_cli.baseline import Compared, Key
from promo_cli.baseline_file import read_baseline, read_or_new_baseline, write_baseline
from promo_cli.console import say

if TYPE_CHECKING:
    from promo_cli.mypy_run import Run


def accept_findings(run: Run, path: str) -> None:
    """Write the errors of a run to a baseline, and leave them out of the run.

    Raises:
        CommandError: the file cannot be read or written.
    """
    updated = read_or_new_baseline(path).updated(run.findings, run.files)
    write_baseline(path, updated)
    say("note", f"{path} has {_errors(updated.accepted.total())} now")
    run.findings = updated.compare(run.findings, run.files).shown


def leave_out_accepted(run: Run, path: str) -> None:
    """Leave the errors of a baseline out of a run, and name those that are no longer found.

    Raises:
        CommandError: there is no such baseline.
    """
    compared = read_baseline(path).compare(run.findings, run.files)
    run.findings = compared.shown
    _report(path, compared)


def _report(path: str, compared: Compared) -> None:
    if compared.hidden:
        say("note", f"{_errors(compared.hidden)} not shown, as {path} has them")
    for key, count in compared.surplus.items():
        say("note", f"{key}: {count} more than in {path}, which of them is not known")
    _report_unused(path, compared.unused)


def _report_unused(path: str, unused: Mapping[Key, int]) -> None:
    for key, count in unused.items():
        say("warning", f"{path}: {key}: {count} fewer found than it has")
    if unused:
        say("warning", f"{path} is out of date; --update-baseline removes what is not found")


def _errors(number: int) -> str:
    return f"{number} error{'' if number == 1 else 's'}"
