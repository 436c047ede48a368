"""How much type checkers print about wrong calls: ``python -m tests.static.message_lengths``.

Writes the table of ``docs/checkers.md``, whose numbers a test holds.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.static.checkers import BIN, CHECKERS, ROOT, STUBS, WITH_PLUGIN

CALLS: Final = (
    'jnp.sin("x")',
    'jnp.sum("x")',
    "jnp.floor(z)",
    'jnp.add(x, "1")',
    "jnp.maximum(q, x)",
    "jnp.dot(x, None)",
    'jnp.clip(x, "0", 1)',
    'jnp.where(n, "x", x)',
    'jnp.concatenate([x, "y"])',
    'jnp.linalg.solve(x, "b")',
    "jnp.left_shift(n, x)",
    'jax.nn.softmax("x")',
    'jax.scipy.stats.norm.cdf("x")',
    "x + q",
    "n & x",
)
"""Calls that JAX refuses and each checker reports; :data:`DTYPES` has the arrays."""

DTYPES: Final = {
    "x": "float32",
    "z": "complex64",
    "n": "int32",
    "q": "float8_e5m2",
}
"""The dtypes of the arrays in the calls, by their names."""

PAGE: Final = ROOT / "docs" / "checkers.md"
NAME: Final = "wrong.py"
_HEAD: Final = "| checker | kilobytes |\n| --- | --- |\n"
_ROW: Final = re.compile(r"^\| (?P<checker>[\w ]+) \| (?P<size>\d+) \|$", re.MULTILINE)
_TABLE: Final = re.compile(rf"(?<={re.escape(_HEAD)})(?:\|.*\n)*")
_COMMANDS: Final[dict[str, Sequence[str]]] = {
    "pyright": ("--pythonpath", sys.executable),
    "pyrefly": ("check", "--python-interpreter-path", sys.executable),
    "ty": ("check", "--extra-search-path", str(STUBS), "--python", sys.prefix),
    "zuban": ("mypy", "--config-file", "mypy.ini", "--python-executable", sys.executable),
    "mypy": ("--config-file", "mypy.ini", "--cache-dir", "cache"),
    WITH_PLUGIN: ("--config-file", "mypy.ini", "--cache-dir", "cache"),
}
"""The command of each checker for its default output; other tests ask for shorter output."""


@dataclass(frozen=True, slots=True)
class Messages:
    """The output of a checker, and the lines of the program that it reports."""

    text: str
    lines: frozenset[int]

    @property
    def kilobytes(self) -> int:
        """The length of the text, rounded up."""
        return -(-len(self.text.encode()) // 1000)


def program() -> str:
    """A program with the calls, one per line, from the first line on."""
    parameters = ", ".join(f"{name}: Array[jnp.{dtype}]" for name, dtype in DTYPES.items())
    head = f"import jax, jax.numpy as jnp; from jax import Array\ndef wrong({parameters}):\n"
    return head + "".join(f"    {call}\n" for call in CALLS)


def line_of(call: str) -> int:
    """The line of a call in the program, from 1 on."""
    return program().splitlines().index(f"    {call}") + 1


def messages(checker: str) -> Messages:
    """Run a checker over the calls, with the stubs of this repository."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / NAME).write_text(program(), encoding="utf-8")
        for file, text in CHECKERS[checker].settings.items():
            settings = text.format(stubs=STUBS.as_posix(), root=ROOT.as_posix())
            (folder / file).write_text(settings.replace("strict = True\n", ""), encoding="utf-8")
        executable = BIN / ("mypy" if checker == WITH_PLUGIN else checker)
        search = (STUBS, ROOT, ROOT / "mypy_plugin")
        done = subprocess.run(
            [executable, *_COMMANDS[checker], NAME],
            cwd=folder,
            env={**os.environ, "MYPYPATH": os.pathsep.join(map(str, search))},
            capture_output=True,
            text=True,
            check=False,
        )
        # The length of paths depends on the machine, not on the messages.
        text = done.stdout.replace(f"{folder}{os.sep}", "").replace(f"{STUBS}{os.sep}", "")
    lines = re.findall(rf"\b{re.escape(NAME)}:(\d+)", text)
    return Messages(text, frozenset(map(int, lines)))


def sizes(page: str) -> dict[str, int]:
    """The numbers of the table on the page, by checker."""
    (table,) = _TABLE.findall(page)
    return {row["checker"]: int(row["size"]) for row in _ROW.finditer(table)}


def main() -> None:
    """Write the table with the current output of the checkers."""
    found = {checker: messages(checker).kilobytes for checker in _COMMANDS}
    rows = "".join(f"| {checker} | {size} |\n" for checker, size in found.items())
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_TABLE.sub(lambda _: rows, page), encoding="utf-8")


if __name__ == "__main__":
    main()
