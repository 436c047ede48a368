"""The type checkers that are measured, as commands on ``program.py`` in a folder."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import timed_plugin
from benchmarks.environments import environment
from benchmarks.rows import CommandError, Usage, measure

PROGRAM = "program.py"
PLUGIN = "promo_mypy.plugin"
_ERROR = re.compile(r"error: (?!lint: )")
"""An error, but no lint: lints are also reported in programs that JAX accepts."""

Command = Callable[[Path], Sequence[str | Path]]
"""Returns the arguments of Python that check the program in a folder."""


def mypy(python: Path, plugin: str = "", *, infers: bool = False) -> Command:
    """mypy, with its cache in the folder of the program; the plugin may infer, too."""

    def command(folder: Path) -> Sequence[str | Path]:
        return ["-m", "mypy", *_mypy_options(folder, python, plugin, infers), PROGRAM]

    return command


def timed_mypy(python: Path) -> Command:
    """mypy with a clock around the hooks of the plugin."""
    timed = str(Path(timed_plugin.__file__))
    return lambda folder: [timed, *_mypy_options(folder, python, str(timed)), PROGRAM]


def dmypy(python: Path, action: str, plugin: str = "") -> Command:
    """mypy's daemon, with its state in the folder of the program; it writes no cache."""

    def command(folder: Path) -> Sequence[str | Path]:
        if action == "run":
            options = _mypy_options(folder, python, plugin)
            return ["-m", "mypy.dmypy", "run", "--", *options, PROGRAM]
        return ["-m", "mypy.dmypy", action, *(["--verbose"] if action == "recheck" else [])]

    return command


def _mypy_options(folder: Path, python: Path, plugin: str, infers: bool = False) -> Sequence[str]:
    ours = f"[promo-typing]\ninfer = {str(infers).lower()}\n"
    (folder / "mypy.ini").write_text(f"[mypy]\nplugins = {plugin}\n{ours if plugin else ''}")
    return [f"--python-executable={python}", "--config-file=mypy.ini", "--cache-dir=cache"]


def pyright(python: Path) -> Command:
    return lambda folder: ["-m", "pyright", "--pythonpath", python, PROGRAM]


def pyrefly(python: Path) -> Command:
    """pyrefly on one thread; by default its processor time depends on the number of idle cores."""
    options = ["--python-interpreter-path", python, "--threads", "1", "--preset", "default"]
    return lambda folder: ["-m", "pyrefly", "check", *map(str, options), PROGRAM]


def check(command: Command, folder: Path, *, clean: bool = True) -> Usage:
    """Run a checker on the program in a folder.

    Raises:
        CommandError: the checker did not run; or ``clean`` is true and it found an error other
            than a lint.
    """
    usage = measure([sys.executable, *command(folder)], folder, environment())
    if clean and _ERROR.search(usage.output):
        raise CommandError(f"the checker says of the program:\n{usage.output[-3000:]}")
    return usage


def folder_with(text: str, parent: Path) -> tempfile.TemporaryDirectory[str]:
    """Make a folder with the program in it; it is removed at the end of the ``with`` statement."""
    folder = tempfile.TemporaryDirectory(dir=parent)
    (Path(folder.name) / PROGRAM).write_text(text)
    return folder
