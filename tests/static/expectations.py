"""The expected errors of a folder of programs: lines that end in ``# error``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PROGRAMS: Final = Path(__file__).resolve().parent / "programs"
PLUGIN_PROGRAMS: Final = PROGRAMS.with_name("plugin_programs")
"""Programs that only mypy with the plugin checks."""
MARK: Final = "# error"

Places = set[tuple[str, int]]
"""File names and lines."""


def marked_lines(folder: Path) -> Places:
    """The lines on which a checker must report an error; it must report none on any other."""
    return {
        (path.name, number)
        for path in sorted(folder.glob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if line.endswith(MARK)
    }


def source_line(folder: Path, place: tuple[str, int]) -> str:
    """The text of a line, without its indentation."""
    name, number = place
    return (folder / name).read_text(encoding="utf-8").splitlines()[number - 1].strip()
