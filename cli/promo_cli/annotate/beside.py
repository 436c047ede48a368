"""Computes something in another process, while this one goes on."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final, TypeVar

R = TypeVar("R")

_FORK: Final = "fork"
"""The way to start a process that needs no new imports; Windows does not have it."""


def beside(compute: Callable[[], R]) -> Callable[[], R]:
    """Begin to compute in another process, and return a function that waits for the result.

    The other process is a copy of this one. If there can be none, or if it is killed, because the
    memory is too small for two, the function computes the result in this process.
    """
    if _FORK not in multiprocessing.get_all_start_methods():
        return compute
    context = multiprocessing.get_context(_FORK)
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sender, compute), daemon=True)
    try:
        process.start()
    except OSError:
        return compute
    sender.close()

    def result() -> R:
        try:
            received: R = receiver.recv()
        except (EOFError, OSError):  # The other one was killed, perhaps while it sent.
            return compute()
        finally:
            process.join()
        return received

    return result


def _send(sender: Connection, compute: Callable[[], object]) -> None:
    # Ctrl-C reaches this process as well; the one that waits for it reports it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(Exception):  # The other process computes it again, and meets the same error.
        sender.send(compute())
