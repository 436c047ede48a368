"""The files to which a process writes its facts.

A new fact is written at once, and the file is closed again. So nothing is lost if the process is
killed, and a program may close all open files of its process. Functions of ``os`` are bound when
this module is imported, since tests of the program may replace them.
"""

from __future__ import annotations

import threading
from os import O_APPEND, O_CREAT, O_WRONLY, close, fsencode, getpid, urandom, write
from os import open as open_file
from os.path import join
from typing import Final

from promo_recorder.facts import HEADER, Fact, to_line

SUFFIX: Final = ".jsonl"


class Log:
    """Appends facts to files in a folder, one file for each thread, so that no thread waits."""

    def __init__(self, folder: str) -> None:
        """Take an existing folder."""
        self._folder = folder
        self._own = threading.local()

    def add(self, fact: Fact) -> None:
        """Append a fact; a forked process starts a file of its own."""
        text = to_line(fact) + "\n"
        if getattr(self._own, "pid", None) != getpid():
            self._own.pid = getpid()
            name = f"{self._own.pid}-{urandom(8).hex()}{SUFFIX}"
            self._own.path = fsencode(join(self._folder, name))
            text = f"{HEADER}\n{text}"
        descriptor = open_file(self._own.path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        try:
            write(descriptor, text.encode())
        finally:
            close(descriptor)
