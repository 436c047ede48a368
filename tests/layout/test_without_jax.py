"""The tests that `make test-jax` leaves out for other versions of JAX do not depend on JAX."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = [
    ROOT / line.removeprefix("--ignore=")
    for line in Path(__file__).with_name("without_jax.txt").read_text().splitlines()
]
IMPORT = """\
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
    assert "jax" not in sys.modules, f"{name} imports JAX"
"""


def test_they_do_not_import_it() -> None:
    files = [
        file for path in LEFT_OUT for file in ([path] if path.is_file() else path.glob("test_*.py"))
    ]
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    assert all(path.exists() for path in LEFT_OUT)
    command = [sys.executable, "-c", IMPORT, *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
