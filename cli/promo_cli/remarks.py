"""Which notes belong to which error: mypy writes them below it, for the same line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from promo_cli.finding import Finding


@dataclass(frozen=True, slots=True)
class Remarked:
    """A finding with the notes that explain it; a note that explains no error stands alone."""

    finding: Finding
    notes: list[Finding] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The message, and those of the notes on lines of their own."""
        return "\n".join([self.finding.message, *(f"note: {note.message}" for note in self.notes)])


def with_notes(findings: Iterable[Finding]) -> list[Remarked]:
    """Put each error and its notes together, in the order of the findings."""
    grouped: list[Remarked] = []
    for found in findings:
        if not found.is_error and grouped and _explains(found, grouped[-1].finding):
            grouped[-1].notes.append(found)
        else:
            grouped.append(Remarked(found))
    return grouped


def _explains(note: Finding, finding: Finding) -> bool:
    return finding.is_error and _line(note) == _line(finding)


def _line(found: Finding) -> tuple[str, int | None]:
    return found.file, None if found.span is None else found.span.line
