"""The ledger: the rules that agree with JAX in all cells, for each version of JAX.

There is one file for each version, ``ledger/0.10.2.txt``, with a line for each rule, sorted by
name: the fingerprint of the comparison, the number of cells, and the name. A line says that all
these cells were compared and that none differs. If the fingerprint of a rule has changed since
then, the rule counts as not compared.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("ledger")


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule all of whose cells agree with JAX."""

    name: str
    fingerprint: str
    cells: int

    def __str__(self) -> str:
        """The line of the ledger."""
        return f"{self.fingerprint} {self.cells:6} {self.name}"

    @classmethod
    def of(cls, line: str) -> Entry:
        """Return the entry of a line."""
        fingerprint, cells, name = line.split(maxsplit=2)
        return cls(name, fingerprint, int(cells))


class Ledger:
    """The entries for one version of JAX; each change is written to the file at once."""

    def __init__(self, version: str, folder: Path = FOLDER) -> None:
        """Read the entries for a full version such as ``0.10.2``; a missing file means none."""
        self._path: Final = folder / f"{version}.txt"
        text = self._path.read_text() if self._path.exists() else ""
        self._entries: Final = {e.name: e for e in map(Entry.of, text.splitlines())}

    @property
    def is_empty(self) -> bool:
        """Whether no rule has been compared with this version."""
        return not self._entries

    def lacking(self, fingerprints: Mapping[str, str]) -> list[str]:
        """Return the rules without an entry with their fingerprint, in the given order."""
        entries = self._entries
        return [
            name
            for name, fingerprint in fingerprints.items()
            if name not in entries or entries[name].fingerprint != fingerprint
        ]

    def record(self, entry: Entry) -> None:
        """Write an entry, which replaces an older one for the same rule."""
        self._entries[entry.name] = entry
        self._write()

    def strike(self, name: str) -> None:
        """Remove the entry of a rule that has been found to differ, if it has one."""
        if self._entries.pop(name, None):
            self._write()

    def keep(self, names: Iterable[str]) -> None:
        """Remove the entries of all other rules, which no longer exist."""
        gone = self._entries.keys() - {*names}
        for name in gone:
            del self._entries[name]
        if gone:
            self._write()

    def _write(self) -> None:
        """Replace the file in one step, so that it is never half written."""
        lines = [f"{self._entries[name]}\n" for name in sorted(self._entries)]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_suffix(".new")
        draft.write_text("".join(lines))
        os.replace(draft, self._path)
