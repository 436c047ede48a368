"""The files to which a process writes its facts.

A fact is written when it is new, and the file is closed in between: nothing is lost if the process
is killed, and a program that closes all files of its process closes none of ours. What is needed of
``os`` is taken at the import, since tests replace its functions.
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
    """Appends facts to one file for each thread in a folder, so that no thread waits."""

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
