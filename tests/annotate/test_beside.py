"""A computation in another process, whatever becomes of that process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from promo_cli.annotate.beside import Beside
from promo_cli.replace_file import replace_file
from tests.folders import TIMEOUT

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


def wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def wait_with_a_file(named_in: Path) -> None:
    """Write down the name of a temporary file, and compute on and on."""
    with tempfile.NamedTemporaryFile() as temporary:
        replace_file(named_in, temporary.name.encode())
        time.sleep(TIMEOUT)


def test_a_process_ends_with_the_block(tmp_path: Path) -> None:
    """Even if nobody waits for its result; its files are removed."""
    named = tmp_path / "named"
    with Beside() as beside:
        beside.begin(partial(wait_with_a_file, named))
        wait_for(named.exists)
        assert Path(named.read_text()).exists()
    assert not Path(named.read_text()).exists()
    assert not multiprocessing.active_children()


def test_a_process_ends_with_the_one_that_waits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Even if that is killed. Then nobody removes the temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    named = tmp_path / "process"

    def compute() -> None:
        replace_file(named, str(os.getpid()).encode())
        time.sleep(TIMEOUT)

    def wait() -> None:
        with Beside() as beside:
            beside.begin(compute)()

    process = multiprocessing.get_context("fork").Process(target=wait)
    process.start()
    wait_for(named.exists)
    process.kill()
    process.join()
    wait_for(partial(has_ended, int(named.read_text())))


def has_ended(process: int) -> bool:
    """Whether there is no such process, or only its status is left, which nobody asked for."""
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(") ")[2].startswith("Z")
