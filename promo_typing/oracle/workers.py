"""Processes that do one task after another, whose memory is bounded and whose death is noticed.

A pool of the standard library waits for ever when the system ends one of its processes for want of
memory. Here each process has a pipe of its own: when it ends, so does the pipe.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final, Generic, TypeVar, cast

from promo_typing.oracle.memory import memory_in_use

Asked = TypeVar("Asked")
Told = TypeVar("Told")

_CONTEXT: Final = multiprocessing.get_context("spawn")
"""JAX has threads, which a fork would lose."""


class WorkerLostError(RuntimeError):
    """A process ended in the middle of a task, most likely ended by the system to free memory."""


@dataclass(frozen=True)
class _Failure:
    """What a task raised; it is raised again where the results are read."""

    error: Exception


@dataclass
class _Worker(Generic[Asked]):
    process: SpawnProcess
    pipe: Connection
    task: Asked


def in_processes(
    function: Callable[[Asked], Told], tasks: Iterable[Asked], jobs: int, limit: int
) -> Iterator[Told]:
    """Yield what the function returns for each task, in the order in which they are finished.

    Args:
        function: called in another process; it and the tasks can be pickled.
        tasks: what it is called with.
        jobs: how many processes there are at a time.
        limit: a process that has taken more bytes than this is replaced after its task.

    Raises:
        WorkerLostError: a process ended in the middle of a task.
        Exception: whatever the function raises.
    """
    waiting = iter(tasks)
    workers: list[_Worker[Asked]] = []
    try:
        for _, task in zip(range(jobs), waiting, strict=False):
            workers.append(_started(function, task, limit))
        while workers:
            for pipe in wait([worker.pipe for worker in workers]):
                worker = next(each for each in workers if each.pipe is pipe)
                told, stays = _received(worker)
                workers.remove(worker)
                workers += _next(worker, waiting, stays, function, limit)
                yield cast("Told", told)
    finally:
        for worker in workers:
            worker.process.terminate()
            worker.process.join()


def _next(
    worker: _Worker[Asked],
    waiting: Iterator[Asked],
    stays: bool,
    function: Callable[[Asked], object],
    limit: int,
) -> list[_Worker[Asked]]:
    """Give the worker, or a new one in its place, the next task; return none if no task is left."""
    for task in waiting:
        if not stays:
            worker.process.join()
            return [_started(function, task, limit)]
        worker.task = task
        worker.pipe.send(task)
        return [worker]
    worker.pipe.close()
    worker.process.join()
    return []


def _started(function: Callable[[Asked], object], task: Asked, limit: int) -> _Worker[Asked]:
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_work, args=(function, theirs, limit), daemon=True)
    process.start()
    theirs.close()
    ours.send(task)
    return _Worker(process, ours, task)


def _received(worker: _Worker[Asked]) -> tuple[object, bool]:
    try:
        told, stays = worker.pipe.recv()
    except (EOFError, ConnectionResetError):
        worker.process.join()
        raise WorkerLostError(
            f"the process for {worker.task} was ended from outside (status "
            f"{worker.process.exitcode}), most likely for want of memory"
        ) from None
    if isinstance(told, _Failure):
        raise told.error
    return told, stays


def _work(function: Callable[[Asked], object], pipe: Connection, limit: int) -> None:
    """Do tasks until there are no more, or too much memory is taken."""
    # An interrupt is for the first process, which ends the others: a task may take minutes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stays = True
    while stays:
        try:
            task = pipe.recv()
        except EOFError:
            return
        told: object
        try:
            told = function(task)
        except Exception as error:
            told = _Failure(error)
        stays = memory_in_use() < limit
        pipe.send((told, stays))
