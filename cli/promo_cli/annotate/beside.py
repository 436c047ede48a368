"""Computes something in another process, while this one goes on."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess, parent_process
from threading import Thread
from types import TracebackType
from typing import Final, Self, TypeVar

R = TypeVar("R")

_FORK: Final = "fork"
"""The way to start a process that needs no new imports; Windows does not have it."""


class Beside:
    """Computes in other processes, which end with the ``with`` block, whatever ends that.

    They may be killed at any moment, so their temporary files lie in a folder of this process.
    """

    def __init__(self) -> None:
        """Begin without a process."""
        self._started: list[BaseProcess] = []
        self._folder = tempfile.TemporaryDirectory(prefix="promo-annotate-")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for each in self._started:
            each.kill()
        for each in self._started:
            each.join()
        self._folder.cleanup()

    def begin(self, compute: Callable[[], R]) -> Callable[[], R]:
        """Begin to compute in another process, and return a function that waits for the result.

        The other process is a copy of this one. If there can be none, or if it is killed, because
        the memory is too small for two, the function computes the result in this process.
        """
        if _FORK not in multiprocessing.get_all_start_methods():
            return compute
        receiver, sender = multiprocessing.Pipe(duplex=False)
        send = partial(_send, sender, self._folder.name, compute)
        process = multiprocessing.get_context(_FORK).Process(target=send)
        try:
            self._start(process)
        except OSError:
            return compute
        sender.close()

        def result() -> R:
            try:
                received: R = receiver.recv()
            except (EOFError, OSError):  # The other one was killed, perhaps while it sent.
                return compute()
            return received

        return result

    def _start(self, process: BaseProcess) -> None:
        # Ctrl-C in between would find a process that is not in the list, or does not ignore it yet.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            process.start()
            self._started.append(process)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _send(sender: Connection, folder: str, compute: Callable[[], object]) -> None:
    """Send the result, or nothing after an error: the one that waits then meets it itself."""
    # Ctrl-C in a terminal reaches this process, too. The one that waits ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    tempfile.tempdir = folder
    with suppress(Exception):
        sender.send(compute())


def _end_with_parent() -> None:
    """End this process if the one that waits is killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
