"""Runs a type checker over one package in an environment, and reads the errors with their codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.environments import environment
from tests.static.checkers import NODE

BIN: Final = Path(sys.executable).parent
_TIMEOUT: Final = 1800


class CheckerError(RuntimeError):
    """A checker could not be run or did not finish; the message has its output."""


class Finding(NamedTuple):
    """One error, in the file of this path below the package's folder."""

    file: str
    line: int
    code: str
    message: str

    @property
    def place(self) -> tuple[str, int, str]:
        """What identifies an error: not its message, since the stubs change the names of types."""
        return self.file, self.line, self.code


class Subject(NamedTuple):
    """A package to check, in a folder of its own, with an interpreter and a cache.

    mypy skips the files in ``skipped``; names that other files import from them are Any.
    """

    package: str
    folder: Path
    python: Path
    cache: Path
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checker:
    """A type checker, and a file with settings for it in the package's folder."""

    name: str
    command: Callable[[Subject], list[str]]
    read: Callable[[str, Path], Iterator[Finding]]
    file: str
    settings: Callable[[Subject], str]
    plain: str = ""
    """The checker to run without our stubs for comparison, if it is another one."""

    @property
    def distribution(self) -> str:
        """The name under which the checker is installed."""
        return self.plain or self.name

    def findings(self, subject: Subject) -> list[Finding]:
        """Check the package.

        Raises:
            CheckerError: the checker is not installed, failed, or printed something unexpected.
        """
        (subject.folder / self.file).write_text(self.settings(subject))
        try:
            done = subprocess.run(
                self.command(subject),
                cwd=subject.folder,
                env={**environment(), **NODE},
                capture_output=True,
                text=True,
                timeout=_TIMEOUT,
                check=False,
            )
        except OSError as error:
            raise CheckerError(f"{self.name} is not installed beside {sys.executable}") from error
        except subprocess.TimeoutExpired as error:
            raise CheckerError(f"{self.name} was not done after {_TIMEOUT} seconds") from error
        try:
            return sorted(self.read(_report(done), subject.folder))
        except (ValueError, KeyError) as error:
            output = (done.stdout + done.stderr)[-3000:]
            raise CheckerError(f"{self.name} failed ({done.returncode}): {output}") from error


def _report(done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode not in (0, 1):
        raise ValueError(done.returncode)
    return done.stdout


def _read_mypy(output: str, folder: Path) -> Iterator[Finding]:
    for line in filter(None, output.splitlines()):
        each = json.loads(line)
        if each["severity"] == "error":
            yield Finding(each["file"], each["line"], each["code"] or "", each["message"])


_SAME_CODES: Final = {"reportCallIssue": "reportArgumentType"}
"""Two codes of pyright for an argument that no overload accepts; it may report either."""


def _read_pyright(output: str, folder: Path) -> Iterator[Finding]:
    for each in json.loads(output)["generalDiagnostics"]:
        if each["severity"] == "error":
            file = Path(each["file"]).relative_to(folder.resolve()).as_posix()
            line = each["range"]["start"]["line"] + 1
            code = each.get("rule", "")
            yield Finding(file, line, _SAME_CODES.get(code, code), each["message"])


def _read_pyrefly(output: str, folder: Path) -> Iterator[Finding]:
    for each in json.loads(output)["errors"]:
        if each["severity"] == "error":
            yield Finding(each["path"], each["line"], each["name"], each["description"])


def _mypy(subject: Subject) -> list[str]:
    # Run with the environment's interpreter, because mypy imports the plugin into its process.
    options = ["--config-file=mypy.ini", f"--cache-dir={subject.cache}", "--output=json"]
    excluded = [f"--exclude={re.escape(file)}" for file in subject.skipped]
    return [str(subject.python), "-m", "mypy", *options, *excluded, "-p", subject.package]


def _pyright(subject: Subject) -> list[str]:
    return [str(BIN / "pyright"), "--outputjson", "--pythonpath", str(subject.python)]


def _pyrefly(subject: Subject) -> list[str]:
    options = ["--output-format=json", "--python-interpreter-path", str(subject.python)]
    return [str(BIN / "pyrefly"), "check", *options]


# Check bodies of functions without annotations, too: some packages have few others.
_MYPY_INI: Final = "[mypy]\ncheck_untyped_defs = True\nignore_missing_imports = True\n"
_PLUGIN: Final = "plugins = promo_mypy.plugin\n"
_PYRIGHT: Final[dict[str, Any]] = {"include": ["."], "typeCheckingMode": "standard"}
_PYREFLY: Final = 'search-path = ["."]\npreset = "default"\n'


def _mypy_ini(plugin: str, subject: Subject) -> str:
    modules = [file.removesuffix(".py").replace("/", ".") for file in subject.skipped]
    skipped = [f"[mypy-{module}]\nfollow_imports = skip\n" for module in modules]
    return _MYPY_INI + plugin + "".join(skipped)


CHECKERS: Final[dict[str, Checker]] = {
    checker.name: checker
    for checker in (
        Checker("mypy", _mypy, _read_mypy, "mypy.ini", partial(_mypy_ini, "")),
        Checker(
            "mypy with plugin",
            _mypy,
            _read_mypy,
            "mypy.ini",
            partial(_mypy_ini, _PLUGIN),
            plain="mypy",
        ),
        Checker(
            "pyright", _pyright, _read_pyright, "pyrightconfig.json", lambda _: json.dumps(_PYRIGHT)
        ),
        Checker("pyrefly", _pyrefly, _read_pyrefly, "pyrefly.toml", lambda _: _PYREFLY),
    )
}
