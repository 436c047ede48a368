"""Runs a program under the recorder."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from promo_cli.annotate import facts_file
from promo_cli.command_error import CommandError
from promo_recorder.facts import Fact
from promo_recorder.log import SUFFIX
from promo_recorder.session import environment


class Ran(NamedTuple):
    """The exit status of the program, and the facts that were recorded."""

    status: int
    facts: list[Fact]


def command_line(text: str) -> list[str]:
    """Split the value of ``--run`` into words; programs of this environment are found first.

    Raises:
        CommandError: the text is no command, or there is no such program.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise CommandError(f"--run {text!r}: {error}") from None
    if not words:
        raise CommandError("--run needs a command")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    program = shutil.which(words[0], path=path)
    if program is None:
        raise CommandError(f"--run {text!r}: there is no program {words[0]!r}")
    return [program, *words[1:]]


def run(command: Sequence[str], sources: Sequence[Path], *, output: int | None = None) -> Ran:
    """Run a command and record it.

    Args:
        command: the program and its arguments.
        sources: the files and folders whose functions are recorded.
        output: the file descriptor that gets the program's standard output; by default that of
            this process.

    Raises:
        CommandError: the command cannot be started.
    """
    with tempfile.TemporaryDirectory(prefix="promo-facts-") as folder:
        env = environment(sources, Path(folder), os.environ)
        sys.stdout.flush()
        try:
            status = _wait(subprocess.Popen(command, env=env, stdout=output))
        except OSError as error:
            raise CommandError(f"cannot run {command[0]}: {error.strerror}") from None
        logs = sorted(Path(folder).glob(f"*{SUFFIX}"))
        return Ran(status, facts_file.joined(facts_file.read_log(each) for each in logs))


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Wait for a program and return its exit status.

    Ctrl-C reaches the program as well, which may handle it in its own way. SIGTERM reaches only
    this process, so it is passed on.
    """
    before = signal.signal(signal.SIGTERM, lambda number, frame: process.terminate())
    try:
        return _status(process)
    finally:
        signal.signal(signal.SIGTERM, before)


def _status(process: subprocess.Popen[bytes]) -> int:
    while True:
        try:
            status = process.wait()
        except KeyboardInterrupt:
            continue
        return status if status >= 0 else 128 - status
