"""Reads the types that type checkers reveal in a program."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.static.checkers import CHECKERS, NODE, STUBS

ERROR: Final = "error"
"""The mark for a line on which the checker reports an error."""

_MYPY: Final = re.compile(
    r"^program\.py:(?P<line>\d+): (?P<kind>note: Revealed type is|error:)(?P<text>.*)$",
    re.MULTILINE,
)


def revealed(checker: str, folder: Path, declared: Path) -> dict[int, str]:
    """The types that ``program.py`` reveals, by line; :data:`ERROR` for a line with an error.

    The stubs in the folder ``declared`` are read, but not checked themselves.
    """
    chosen = CHECKERS[checker]
    for name, text in chosen.settings.items():
        (folder / name).write_text(text.format(stubs=STUBS.as_posix(), root=declared.as_posix()))
    done = subprocess.run(
        chosen.command(folder, STUBS, Path(sys.prefix)),
        cwd=folder,
        env={**NODE, "MYPYPATH": f"{STUBS}{os.pathsep}{declared}", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    found: dict[int, str] = {}
    for line, text in _READERS[checker](done.stdout):
        found[line] = ERROR if ERROR in (text, found.get(line)) else text
    return found


def _read_mypy(output: str) -> Iterator[tuple[int, str]]:
    for match in _MYPY.finditer(output):
        yield int(match["line"]), ERROR if match["kind"] == "error:" else match["text"].strip()


def _read_pyright(output: str) -> Iterator[tuple[int, str]]:
    for each in json.loads(output)["generalDiagnostics"]:
        if Path(each["file"]).name == "program.py":
            text = ERROR if each["severity"] == "error" else each["message"].partition(" is ")[2]
            yield each["range"]["start"]["line"] + 1, text


_READERS: Final[dict[str, Callable[[str], Iterator[tuple[int, str]]]]] = {
    "mypy": _read_mypy,
    "pyright": _read_pyright,
}
