"""Groups mypy's notes with the error that they explain: the one printed above, on the same line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from promo_cli.finding import Finding
from promo_mypy.errorcodes import own_codes

_REVEALED: Final = "Revealed "
"""The beginning of mypy's answers to ``reveal_type`` and ``reveal_locals``."""


@dataclass(frozen=True, slots=True)
class Remarked:
    """An error with the notes that explain it, or a note that explains no error."""

    finding: Finding
    notes: list[Finding] = field(default_factory=list)

    @property
    def all(self) -> list[Finding]:
        """The finding, and its notes below it."""
        return [self.finding, *self.notes]

    @property
    def text(self) -> str:
        """The message, followed by those of the notes on their own lines."""
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


def is_revealed(found: Finding) -> bool:
    """Whether a finding answers ``reveal_type`` or ``reveal_locals``."""
    return not found.is_error and found.message.startswith(_REVEALED)


def _explains(note: Finding, finding: Finding) -> bool:
    if not finding.is_error or is_revealed(note) or note.code in own_codes():
        return False
    return _line(note) == _line(finding)


def _line(found: Finding) -> tuple[str, int | None]:
    return found.file, None if found.span is None else found.span.line
