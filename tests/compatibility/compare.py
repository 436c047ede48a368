"""Which errors a checker reports with our stubs alone, and which ones without them alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.compatibility.checkers import Finding
from tests.compatibility.known import Known


@dataclass(frozen=True, slots=True)
class Comparison:
    """The errors of one checker in one package; several at one place with one code count once.

    ``new`` are those on lines that are right without our stubs, or have all their errors still;
    ``other_code`` those on lines where another error has vanished in return.
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
        """Reasons for new errors that are not there."""
        mine = [each for each in known if each.concerns(self.package, self.checker)]
        return [each for each in mine if not any(each.explains(error) for error in self.new)]


def compare(
    package: str, checker: str, without: Sequence[Finding], with_stubs: Sequence[Finding]
) -> Comparison:
    """Compare by file, line and code, since the stubs give the types in a message other names."""
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
    """One finding of each place that the other side lacks."""
    return list({each.place: each for each in findings if each.place not in other}.values())
