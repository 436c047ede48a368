"""Tests of a group, which share slow fixtures, run on one worker of pytest-xdist.

With incompatible versions of pytest and pytest-xdist they would not, and only the time of a run
would show it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

TESTS = 8
FILE = f"""\
import pytest

@pytest.mark.xdist_group("one")
@pytest.mark.parametrize("number", range({TESTS}))
def test_of_a_group(number, worker_id):
    print("group on", worker_id, flush=True)

@pytest.mark.parametrize("number", range({TESTS}))
def test_alone(number):
    pass
"""


def test_one_worker_has_all_tests_of_a_group(tmp_path: Path) -> None:
    (tmp_path / "test_file.py").write_text(FILE)
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-n2", "--dist=loadgroup", "-rPq"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    workers = re.findall(r"^group on (\w+)$", done.stdout, re.MULTILINE)
    assert len(workers) == TESTS
    assert len(set(workers)) == 1, workers
