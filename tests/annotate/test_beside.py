"""A computation in another process, whatever becomes of that process."""

from __future__ import annotations

import multiprocessing
import os
import signal

import pytest

from promo_cli.annotate.beside import beside

HERE = os.getpid()


def test_it_is_computed_in_another_process() -> None:
    assert beside(os.getpid)() != HERE


def test_where_there_is_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert beside(os.getpid)() == HERE


def computed_only_here() -> int:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return HERE


def test_a_process_that_is_killed() -> None:
    assert beside(computed_only_here)() == HERE


def test_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> int:
        raise OSError

    monkeypatch.setattr(os, "fork", fail)
    assert beside(os.getpid)() == HERE
