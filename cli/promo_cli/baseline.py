"""The errors that a project has accepted for now.

The key of an error is its file, its code and its column. Lines move with every edit above them, and
messages change with the version, so neither is part of the key. The baseline counts the errors with
the same key. Files are named relative to the folder of the baseline, so the command may be run from
any folder.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from promo_cli.finding import Finding
from promo_cli.remarks import with_notes


class Key(NamedTuple):
    """By what an error is recognised; ``""`` and 0 if mypy gives no code and no column."""

    file: str
    code: str
    column: int

    def __str__(self) -> str:
        """Render it for a message."""
        place = f"{self.file}, column {self.column}" if self.column else self.file
        return f"{place}: {self.code or 'an error without a code'}"


@dataclass(frozen=True, slots=True)
class Compared:
    """Findings compared with a baseline: which are new, and which errors are gone.

    Attributes:
        shown: the findings that are not in the baseline.
        hidden: the number of errors that are in it.
        surplus: for keys in the baseline, how many more errors were found than it has. Nobody knows
            which of them are new, so all are in ``shown``.
        unused: for keys in the baseline, how many fewer errors were found than it has.
    """

    shown: list[Finding]
    hidden: int
    surplus: Mapping[Key, int]
    unused: Mapping[Key, int]


class Baseline:
    """How many errors of each key are accepted, for files named relative to a folder."""

    def __init__(self, folder: str, accepted: Mapping[Key, int]) -> None:
        """Take the folder, and what is accepted."""
        self.accepted = Counter(accepted)
        self._folder = folder

    def compare(self, findings: Iterable[Finding], files: Iterable[str]) -> Compared:
        """Separate the errors that are known, with their notes, from new ones.

        Args:
            findings: the findings of a run.
            files: the files that the run checked. Accepted errors of other files are left alone if
                the file exists, and are unused if it does not.
        """
        remarked = with_notes(findings)
        found = self._counted(each.finding for each in remarked)
        surplus = found - self.accepted
        shown = [
            part
            for each in remarked
            if not each.finding.is_error or self._key(each.finding) in surplus
            for part in (each.finding, *each.notes)
        ]
        unlooked = self._unlooked(files)
        return Compared(
            shown,
            hidden=sum(count for key, count in found.items() if key not in surplus),
            surplus={key: surplus[key] for key in sorted(surplus) if key in self.accepted},
            unused={
                key: count
                for key, count in sorted((self.accepted - found).items())
                if key not in unlooked
            },
        )

    def updated(self, findings: Iterable[Finding], files: Iterable[str]) -> Baseline:
        """Return a baseline of the findings, and of this baseline's errors in unchecked files."""
        unlooked = self._unlooked(files)
        kept = {key: count for key, count in self.accepted.items() if key in unlooked}
        return Baseline(self._folder, kept | self._counted(findings))

    def _unlooked(self, files: Iterable[str]) -> set[Key]:
        """The accepted errors of existing files that were not checked."""
        checked = {self._relative(file) for file in files}
        return {
            key
            for key in self.accepted
            if key.file not in checked and os.path.exists(os.path.join(self._folder, key.file))
        }

    def _counted(self, findings: Iterable[Finding]) -> Counter[Key]:
        return Counter(self._key(found) for found in findings if found.is_error)

    def _key(self, found: Finding) -> Key:
        column = 0 if found.span is None else found.span.column
        return Key(self._relative(found.file), found.code or "", column)

    def _relative(self, file: str) -> str:
        return Path(os.path.relpath(file, self._folder)).as_posix()
