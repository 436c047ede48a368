"""Counts the calls of a method of the plugin while mypy checks a program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mypy import api

from tests.typesafety.mypy_runs import begin_cache, write
from tests.typesafety.test_inference import SETTINGS


def work(
    method: tuple[type, str], folder: Path, main: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str]:
    """The number of calls of a method, given with its class, and mypy's output."""
    done = 0
    found: Callable[..., Any] = getattr(*method)

    def counted(*arguments: Any) -> Any:
        nonlocal done
        done += 1
        return found(*arguments)

    write(folder, main, SETTINGS)
    begin_cache(folder, (folder / "mypy.ini").read_text())
    with monkeypatch.context() as patched:
        patched.chdir(folder)
        patched.setattr(*method, counted)
        out, _, _ = api.run(["main.py"])
    return done, out
