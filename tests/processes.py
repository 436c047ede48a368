"""Runs Python commands in processes that have already imported what they need.

Each process is a fork of one that has imported `tests.preloaded`. It has its own folder, arguments,
environment and output. But Python and JAX read some variables only at their start, in the first
process. If a command needs other values of these, it needs a real process.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from io import TextIOWrapper
from multiprocessing.context import ForkServerContext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests import scratch

CACHE_OF_COMPILATIONS: Final = {
    "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
}
"""With JAX_COMPILATION_CACHE_DIR, these let processes share all compiled programs."""

_READ_AT_THE_START: Final = ("PYTHON", "JAX_")
_ALIKE: Final = {"PYTHONIOENCODING": "utf-8", "JAX_PLATFORMS": "cpu", **CACHE_OF_COMPILATIONS}
"""Variables that may have these values: the commands behave as without them."""
_SLOWER: Final = "JAX_COMPILATION_CACHE_DIR"
"""A variable that may differ: without its value JAX only compiles programs again."""


class Result(NamedTuple):
    """The exit status of a process, and what it printed."""

    status: int
    out: str
    err: str


def can_be_forked(environment: Mapping[str, str]) -> bool:
    """Whether Python and JAX would start alike in this environment and in that of the tests."""
    return all(
        _ALIKE.get(name) == value
        for name, value in environment.items()
        if name.startswith(_READ_AT_THE_START) and name != _SLOWER and os.environ.get(name) != value
    )


def run(
    module: str,
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    *,
    timeout: float,
    together: bool = False,
) -> Result:
    """Run ``python -P -m module arguments`` in a forked process.

    Args:
        module: the name of the module.
        arguments: the arguments of the command.
        folder: its working directory.
        environment: all its environment variables; `can_be_forked` must hold for them.
        timeout: the limit in seconds.
        together: whether to return the output on both streams as one text.

    Raises:
        TimeoutError: the command takes longer, and was killed.
    """
    with TemporaryDirectory(prefix="promo-typing-", dir=scratch.parent()) as folder_of_output:
        out, err = (Path(folder_of_output, name) for name in ("out", "out" if together else "err"))
        process = _server().Process(
            target=_execute,
            args=(module, tuple(arguments), _search_path(), folder, dict(environment), out, err),
        )
        process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"{module} {' '.join(arguments)} takes longer than {timeout} s")
        said = out.read_bytes().decode()
        return Result(process.exitcode, said, "" if together else err.read_bytes().decode())


@cache
def _search_path() -> tuple[str, ...]:
    """The module search path of a new process, without the folders that pytest has added here."""
    command = [sys.executable, "-P", "-c", "import sys; print(*sys.path, sep='\\n')"]
    return tuple(
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    )


def _server() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.preloaded"])
    return context


def _execute(
    module: str,
    arguments: Sequence[str],
    search_path: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    out: Path,
    err: Path,
) -> None:
    _print_to(out, err)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [module, *arguments]
    sys.path = [each for each in search_path if each]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _print_to(out: Path, err: Path) -> None:
    """Let both streams write to these files, buffered as Python does without a terminal."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    for stream, path in ((sys.stdout, out), (sys.stderr, err)):
        assert isinstance(stream, TextIOWrapper)
        os.dup2(os.open(path, flags), stream.fileno())
        stream.reconfigure(encoding="utf-8", line_buffering=stream is sys.stderr)
