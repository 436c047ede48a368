"""Computes something in another process, while this one goes on."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import FrameType, TracebackType
from typing import Final, Self, TypeVar

R = TypeVar("R")

_FORK: Final = "fork"
"""The way to start a process that needs no new imports; Windows does not have it."""


class Beside:
    """Computes in other processes, which end with the ``with`` block, whatever ends that."""

    def __init__(self) -> None:
        """Begin without a process."""
        self._started: list[BaseProcess] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for each in self._started:
            each.terminate()
        for each in self._started:
            each.join()

    def begin(self, compute: Callable[[], R]) -> Callable[[], R]:
        """Begin to compute in another process, and return a function that waits for the result.

        The other process is a copy of this one. If there can be none, or if it is killed, because
        the memory is too small for two, the function computes the result in this process.
        """
        if _FORK not in multiprocessing.get_all_start_methods():
            return compute
        receiver, sender = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context(_FORK).Process(target=_send, args=(sender, compute))
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
        # A signal in between would find a process that is not in the list, or has no handler yet.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        try:
            process.start()
            self._started.append(process)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
"""What ends the other process: Ctrl-C, which reaches it as well, and this one."""


def _send(sender: Connection, compute: Callable[[], object]) -> None:
    for each in _SIGNALS:
        signal.signal(each, _leave)
    # The process that waits for this one reports an interrupt. After any other error it computes
    # the result itself, and meets the same error.
    with suppress(Exception, KeyboardInterrupt):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        sender.send(compute())


def _leave(number: int, frame: FrameType | None) -> None:
    """Leave what is computed, so that temporary files are removed; further signals do nothing.

    Python prints an error if a signal that has arrived already is to be ignored from now on.
    """
    for each in _SIGNALS:
        signal.signal(each, _stay)
    raise KeyboardInterrupt


def _stay(number: int, frame: FrameType | None) -> None:
    """Do nothing at a signal."""
