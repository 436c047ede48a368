"""Where output goes: results to standard output, messages and progress to standard error.

Colours appear on a terminal only. ``NO_COLOR`` (https://no-color.org) switches every escape
sequence off, bold text too, and ``FORCE_COLOR`` asks for them in a pipe.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from rich.console import Console
from rich.text import Text


class OutputClosedError(Exception):
    """Nobody reads the output any more, as in ``promo table | head -1``."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Raise an error, so that the command chooses the exit status; rich would exit with 1."""
        raise OutputClosedError


def _console(*, stderr: bool) -> Console:
    system: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return _Console(stderr=stderr, color_system=system, highlight=False, soft_wrap=True)


def output() -> Console:
    """Return the console for results."""
    return _console(stderr=False)


def write(text: str) -> None:
    """Write text for a program to read, without formatting.

    Raises:
        OutputClosedError: nobody reads it.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError as error:
        raise OutputClosedError from error


def discard_output() -> None:
    """Keep Python from complaining about the closed output while it shuts down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(kind: str, message: str) -> None:
    """Write one line for the user, such as ``promo: error: ...``."""
    style = {"error": "bold red", "warning": "yellow"}.get(kind, "bold")
    line = Text.assemble("promo: ", (f"{kind}:", style), " ", " ".join(message.split()))
    _console(stderr=True).print(line)


@contextmanager
def progress(what: str) -> Iterator[Callable[[str], None]]:
    """Show on a terminal what the command is doing; show nothing in a pipe."""
    console = _console(stderr=True)
    if not console.is_terminal:
        yield lambda step: None
        return
    with console.status(what) as status:
        yield lambda step: status.update(f"{what}: {step}")
