"""What has been compared with JAX: the rules all of whose cells agree, for each version of JAX.

There is one file for each version, ``ledger/0.10.2.txt``, with a line for each rule, sorted by
name: the fingerprint of what was compared, the number of cells, and the name. A line says that all
of them were compared and that none differs. A rule whose fingerprint is another by now counts as
not compared.
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
    """The entries for one version of JAX, in a file that is written at each change."""

    def __init__(self, version: str, folder: Path = FOLDER) -> None:
        """Read the entries for a full version such as ``0.10.2``; without a file there are none."""
        self._path: Final = folder / f"{version}.txt"
        text = self._path.read_text() if self._path.exists() else ""
        self._entries: Final = {e.name: e for e in map(Entry.of, text.splitlines())}

    @property
    def is_empty(self) -> bool:
        """Whether no rule has been compared with this version."""
        return not self._entries

    def lacking(self, fingerprints: Mapping[str, str]) -> list[str]:
        """Return the rules that have no entry with their fingerprint, in the order given."""
        entries = self._entries
        return [
            name
            for name, fingerprint in fingerprints.items()
            if name not in entries or entries[name].fingerprint != fingerprint
        ]

    def record(self, entry: Entry) -> None:
        """Write an entry, in the place of an older one about the same rule."""
        self._entries[entry.name] = entry
        self._write()

    def strike(self, name: str) -> None:
        """Remove the entry about a rule, if there is one: it has been found to differ."""
        if self._entries.pop(name, None):
            self._write()

    def keep(self, names: Iterable[str]) -> None:
        """Remove the entries about all other rules, which are no more."""
        gone = self._entries.keys() - {*names}
        for name in gone:
            del self._entries[name]
        if gone:
            self._write()

    def _write(self) -> None:
        """Replace the file as a whole, so that it is never half written."""
        lines = [f"{self._entries[name]}\n" for name in sorted(self._entries)]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_suffix(".new")
        draft.write_text("".join(lines))
        os.replace(draft, self._path)
