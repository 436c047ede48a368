"""Finds the errors that a checker reports only with our stubs, and those only without them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.compatibility.checkers import Finding
from tests.compatibility.known import Known


@dataclass(frozen=True, slots=True)
class Comparison:
    """The errors of one checker in one package; equal codes at one place count once.

    ``new`` are errors that appear with our stubs, on lines where no error vanished. ``other_code``
    are errors that appear on lines where another error vanished.
    """

    package: str
    checker: str
    without: int
    with_stubs: int
    new: list[Finding]
    other_code: list[Finding]
    vanished: list[Finding]

    def unexplained(self, known: Iterable[Known]) -> list[Finding]:
        """The new errors for which no reason is known."""
        mine = [each for each in known if each.concerns(self.package, self.checker)]
        return [error for error in self.new if not any(each.explains(error) for each in mine)]

    def outdated(self, known: Iterable[Known]) -> list[Known]:
        """The reasons that explain no new error."""
        mine = [each for each in known if each.concerns(self.package, self.checker)]
        return [each for each in mine if not any(each.explains(error) for error in self.new)]


def compare(
    package: str, checker: str, without: Sequence[Finding], with_stubs: Sequence[Finding]
) -> Comparison:
    """Compare errors by file, line and code; our stubs change the names of types in messages."""
    before = {finding.place for finding in without}
    after = {finding.place for finding in with_stubs}
    vanished = _only(without, after)
    lines = {(error.file, error.line) for error in vanished}
    added = _only(with_stubs, before)
    return Comparison(
        package,
        checker,
        len(before),
        len(after),
        [error for error in added if (error.file, error.line) not in lines],
        [error for error in added if (error.file, error.line) in lines],
        vanished,
    )


def _only(findings: Iterable[Finding], other: set[tuple[str, int, str]]) -> list[Finding]:
    """One finding for each place that is not among ``other``."""
    return list({each.place: each for each in findings if each.place not in other}.values())
