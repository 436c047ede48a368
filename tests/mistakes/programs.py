"""The files of the pairs."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.mistakes.mistake import Kind, Mistake

CASES: Final = Path(__file__).resolve().parent / "cases"
MARK: Final = "# mistake"
"""The end of the lines that are wrong; a finding counts if it stands on one of them."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The two programs of a mistake."""

    mistake: Path
    fix: Path

    @property
    def marked(self) -> frozenset[int]:
        """The numbers of the lines that are wrong."""
        lines = self.mistake.read_text(encoding="utf-8").splitlines()
        return frozenset(number for number, line in enumerate(lines, 1) if line.endswith(MARK))


def pair_of(mistake: Mistake) -> Pair:
    """The programs of a mistake of the catalogue."""
    stem = CASES / mistake.kind / mistake.name
    return Pair(stem.with_name(f"{stem.name}_mistake.py"), stem.with_name(f"{stem.name}_fix.py"))


def turns_x64_on(mistake: Mistake) -> bool:
    """Whether both programs turn x64 on; such pairs need a process and a check of their own."""
    return mistake.kind is Kind.X64_ON


def copy_programs(mistakes: Iterable[Mistake], folder: Path) -> None:
    """Copy the programs to a folder where the configuration of this project does not apply."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in mistakes:
        pair = pair_of(each)
        shutil.copy(pair.mistake, folder)
        shutil.copy(pair.fix, folder)
