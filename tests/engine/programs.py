"""Runs many programs in one process with several CPU devices, since JAX starts slowly.

As a script, this module reads the programs from its input and writes the outcome of each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping


def environment(devices: int) -> dict[str, str]:
    """The environment of a process with ``devices`` CPU devices.

    XLA optimises little there, since most programs run only once.
    """
    count = f"--xla_force_host_platform_device_count={devices}"
    return {
        **os.environ,
        "JAX_PLATFORMS": "cpu",
        "XLA_FLAGS": count,
        "JAX_DISABLE_MOST_OPTIMIZATIONS": "1",
    }


def failures(devices: int, setup: str, programs: Mapping[str, str]) -> dict[str, str]:
    """Run each program after the setup; return the tracebacks of those that failed, by name."""
    done = subprocess.run(
        [sys.executable, __file__],
        input=json.dumps({name: setup + program for name, program in programs.items()}),
        env=environment(devices),
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    assert found.keys() == programs.keys()
    return {name: text for name, text in found.items() if text}


def _failure(name: str, program: str) -> str:
    """The traceback of a program; empty if it succeeds."""
    try:
        exec(compile(program, f"<{name}>", "exec"), {})
    except Exception:
        return traceback.format_exc()
    return ""


if __name__ == "__main__":
    json.dump(
        {name: _failure(name, text) for name, text in json.load(sys.stdin).items()}, sys.stdout
    )
