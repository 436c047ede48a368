"""Processes with tasks: all are done, errors come through, and a lost process ends the run."""

from __future__ import annotations

import os

import pytest

from promo_typing.oracle.workers import WorkerLostError, in_processes

PLENTY = 1 << 40
"""More bytes than any process takes."""


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_is_done_once(jobs: int) -> None:
    assert sorted(in_processes(abs, [-3, 4, -1], jobs, PLENTY)) == [1, 3, 4]


def test_a_process_is_replaced_once_it_has_taken_much() -> None:
    first, second = in_processes(_process, [0, 0], 1, limit=1)
    assert first != second
    first, second = in_processes(_process, [0, 0], 1, PLENTY)
    assert first == second


def test_an_error_of_a_task_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_processes(_inverse, [1, 0], 2, PLENTY))


def test_a_process_that_is_ended_from_outside_ends_the_run() -> None:
    with pytest.raises(WorkerLostError, match=r"the process for 9 was ended from outside"):
        list(in_processes(os._exit, [9], 2, PLENTY))


def _process(_: int) -> int:
    return os.getpid()


def _inverse(number: int) -> float:
    return 1 / number
