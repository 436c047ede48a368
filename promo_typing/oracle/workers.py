"""Worker processes with bounded memory, whose death is noticed.

A pool of the standard library waits for ever if the system kills one of its processes for lack of
memory. Here each process has its own pipe, which closes when the process ends.
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
"""Processes are spawned, since a fork would lose JAX's threads."""


class WorkerLostError(RuntimeError):
    """A process ended in the middle of a task; most likely the system killed it to free memory."""


@dataclass(frozen=True)
class _Failure:
    """The exception of a task, which is raised again where the results are read."""

    error: Exception


@dataclass
class _Worker(Generic[Asked]):
    process: SpawnProcess
    pipe: Connection
    task: Asked


def in_processes(
    function: Callable[[Asked], Told], tasks: Iterable[Asked], jobs: int, limit: int
) -> Iterator[Told]:
    """Yield the result of the function for each task, in the order in which tasks are finished.

    Args:
        function: the function, which is called in other processes and must be picklable.
        tasks: its arguments, one for each call, also picklable.
        jobs: the number of processes.
        limit: the bytes of memory above which a process is replaced after its task.

    Raises:
        WorkerLostError: a process ended in the middle of a task.
        Exception: an exception of the function.
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
    """Give the next task to the worker or to its successor, and return that worker.

    If no task is left, the worker is ended, and the list is empty.
    """
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
    """Do tasks in a worker process until none is left, or the process takes too much memory."""
    # Only the main process handles an interrupt; it ends the workers, even in a long task.
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
