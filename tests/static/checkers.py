"""Runs type checkers over a folder, and reads the lines on which they report an error."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent.parent
STUBS: Final = ROOT / "stubs"
BIN: Final = Path(sys.executable).parent

Errors = dict[tuple[str, int], list[str]]
"""The messages by file name and line."""

_LINE: Final = re.compile(r"(?:ERROR )?(?P<file>[^:\n]+\.py):(?P<line>\d+):(?P<text>.*)")
_TIMEOUT: Final = 900

NODE: Final = {"NODE_OPTIONS": "--max-semi-space-size=256"}
"""Gives pyright room for its many short-lived objects; otherwise the collector runs often."""


class CheckerError(RuntimeError):
    """A checker could not be run or did not finish; the message has its output."""


@dataclass(frozen=True, slots=True)
class Checker:
    """A type checker: how to run it in a folder, and how to read what it prints."""

    name: str
    command: Callable[[Path, Path, Path], list[str]]
    read: Callable[[str], Errors]
    settings: Mapping[str, str]

    def errors(
        self, folder: Path, stubs: Path = STUBS, environment: Path = Path(sys.prefix)
    ) -> Errors:
        """Check all files of a folder with the stubs of another one.

        Args:
            folder: the program.
            stubs: the folder with the stubs.
            environment: the virtual environment that has the libraries.

        Raises:
            CheckerError: the checker is not installed or failed.
        """
        for name, text in self.settings.items():
            (folder / name).write_text(text.format(stubs=stubs.as_posix(), root=ROOT.as_posix()))
        search = [stubs, ROOT, ROOT / "mypy_plugin"]
        variables = {**os.environ, **NODE, "MYPYPATH": os.pathsep.join(map(str, search))}
        try:
            done = subprocess.run(
                self.command(folder, stubs, environment),
                cwd=folder,
                env=variables,
                capture_output=True,
                text=True,
                timeout=_TIMEOUT,
                check=False,
            )
        except OSError as error:
            raise CheckerError(f"{self.name} is not installed beside {sys.executable}") from error
        if done.returncode not in (0, 1):
            raise CheckerError(f"{self.name} failed: {done.stdout}{done.stderr}")
        return self.read(done.stdout)


def _read_lines(output: str) -> Errors:
    errors: Errors = {}
    for match in _LINE.finditer(output):
        if ": note:" not in match[0] and "warning[" not in match[0]:
            place = Path(match["file"]).name, int(match["line"])
            errors.setdefault(place, []).append(match["text"].strip())
    return errors


def _read_pyright(output: str) -> Errors:
    errors: Errors = {}
    for each in json.loads(output)["generalDiagnostics"]:
        if each["severity"] == "error":
            place = Path(each["file"]).name, each["range"]["start"]["line"] + 1
            errors.setdefault(place, []).append(each["message"])
    return errors


_MYPY_INI: Final = """\
[mypy]
strict = True
disallow_any_generics = False
show_error_end = False
pretty = False
"""
# The programs widen arrays on purpose, so lints are off.
_PLUGIN: Final = "plugins = promo_mypy.plugin\ndisable_error_code = dtype-lint\n"
_PYRIGHT: Final = """\
{{"include": ["."], "extraPaths": ["{stubs}", "{root}"], "typeCheckingMode": "standard"}}
"""
_PYREFLY: Final = """\
search-path = ["{stubs}", "{root}"]
preset = "default"
"""


def _python(environment: Path) -> str:
    return str(environment / "bin" / "python")


def _mypy(folder: Path, stubs: Path, environment: Path) -> list[str]:
    # The cache is beside the folder, where the next test of the process finds it.
    cache = ["--cache-dir", str(folder.parent / "cache_of_mypy")]
    interpreter = ["--python-executable", _python(environment)]
    return [str(BIN / "mypy"), "--config-file", "mypy.ini", *cache, *interpreter, "."]


def _mypy_with_plugin(folder: Path, stubs: Path, environment: Path) -> list[str]:
    cache = ["--cache-dir", str(folder.parent / "cache_with_plugin")]
    return [*_mypy(folder, stubs, environment), *cache]


def _pyright(folder: Path, stubs: Path, environment: Path) -> list[str]:
    return [str(BIN / "pyright"), "--outputjson", "--pythonpath", _python(environment)]


def _pyrefly(folder: Path, stubs: Path, environment: Path) -> list[str]:
    interpreter = ["--python-interpreter-path", _python(environment)]
    return [str(BIN / "pyrefly"), "check", "--output-format", "min-text", *interpreter]


def _ty(folder: Path, stubs: Path, environment: Path) -> list[str]:
    paths = ["--extra-search-path", str(stubs), "--extra-search-path", str(ROOT)]
    interpreter = ["--python", str(environment)]
    return [str(BIN / "ty"), "check", *paths, *interpreter, "--output-format", "concise"]


def _zuban(folder: Path, stubs: Path, environment: Path) -> list[str]:
    interpreter = ["--python-executable", _python(environment)]
    return [str(BIN / "zuban"), "mypy", "--config-file", "mypy.ini", *interpreter, "."]


WITH_PLUGIN: Final = "mypy with plugin"
CHECKERS: Final[dict[str, Checker]] = {
    checker.name: checker
    for checker in (
        Checker(WITH_PLUGIN, _mypy_with_plugin, _read_lines, {"mypy.ini": _MYPY_INI + _PLUGIN}),
        Checker("mypy", _mypy, _read_lines, {"mypy.ini": _MYPY_INI}),
        Checker("pyright", _pyright, _read_pyright, {"pyrightconfig.json": _PYRIGHT}),
        Checker("pyrefly", _pyrefly, _read_lines, {"pyrefly.toml": _PYREFLY}),
        Checker("ty", _ty, _read_lines, {}),
        Checker("zuban", _zuban, _read_lines, {"mypy.ini": _MYPY_INI}),
    )
}

BY_NAME: Final = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in CHECKERS]
"""Parameters for tests of all checkers; tests of one checker run in one process, with its cache."""
