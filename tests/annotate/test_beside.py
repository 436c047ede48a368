"""A computation in another process, whatever becomes of that process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from promo_cli.annotate.beside import Beside

HERE = os.getpid()


def computed(compute: Callable[[], int]) -> int:
    with Beside() as beside:
        return beside.begin(compute)()


def test_it_is_computed_in_another_process() -> None:
    assert computed(os.getpid) != HERE


def test_where_there_is_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert computed(os.getpid) == HERE


def computed_only_here() -> int:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return HERE


def test_a_process_that_is_killed() -> None:
    assert computed(computed_only_here) == HERE


def test_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> int:
        raise OSError

    monkeypatch.setattr(os, "fork", fail)
    assert computed(os.getpid) == HERE


def test_a_process_ends_with_the_block(tmp_path: Path) -> None:
    """Even if nobody waits for its result; it removes its files before."""
    started = tmp_path / "started"

    def compute() -> None:
        try:
            started.touch()
            time.sleep(600)
        finally:
            started.unlink()

    with Beside() as beside:
        beside.begin(compute)
        while not started.exists():
            time.sleep(0.01)
    assert not started.exists()
    assert not multiprocessing.active_children()
