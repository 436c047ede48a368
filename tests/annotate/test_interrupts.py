"""Ctrl-C while annotations are checked: one line, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from promo_cli.annotate.changes import Change, write_changes
from promo_cli.replace_file import replace_file
from tests.folders import TIMEOUT

from .conftest import Program
from .test_faults import MODEL, facts_of

_PROCESSES = 2
"""``promo check``, and mypy under the project's own options beside it; each writes a file."""


def wait_for(is_so: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not is_so():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)


def files_of_python(folder: Path) -> list[str]:
    """The names of these files; ``Path.rglob`` fails where a folder vanishes while it looks."""
    return [name for _, _, names in os.walk(folder) for name in names if name.endswith(".py")]


def send_to_the_program(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)


def send_to_all(process: subprocess.Popen[str]) -> None:
    """Send the signal as a terminal does, to all processes of the group."""
    os.killpg(process.pid, signal.SIGINT)


@pytest.mark.parametrize("send", [send_to_the_program, send_to_all])
def test_checks_that_are_interrupted(
    program: Program, send: Callable[[subprocess.Popen[str]], None]
) -> None:
    program.write("model.py", MODEL)
    program.write("facts.jsonl", "\n".join([*facts_of(program, "model.py"), ""]))
    temporary = program.folder / "temporary"
    temporary.mkdir()
    with subprocess.Popen(
        program.command("annotate", "model.py", "--from", "facts.jsonl", "--write"),
        cwd=program.folder,
        env=program.environment | {"TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A background job of a shell inherits that this signal is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        start_new_session=True,
    ) as process:
        wait_for(lambda: len(files_of_python(temporary)) == _PROCESSES, process)
        send(process)
        out, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert out == ""
    assert err == "promo: error: the check was interrupted; nothing was annotated\n"
    assert program.read("model.py") == MODEL
    assert not [*temporary.iterdir()]
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_files_are_written_together(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.py", "b.py")]
    for each in paths:
        each.write_bytes(b"old")

    def interrupted(path: Path, text: bytes) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        replace_file(path, text)

    monkeypatch.setattr("promo_cli.annotate.changes.replace_file", interrupted)
    handler = signal.getsignal(signal.SIGINT)
    write_changes(Change(each, b"old", b"new", "utf-8") for each in paths)
    assert [each.read_bytes() for each in paths] == [b"new", b"new"]
    assert signal.getsignal(signal.SIGINT) is handler
