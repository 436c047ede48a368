"""Limits how often functions are examined for loops whose carry is an object."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mypy import api

from promo_mypy.inference.source_types import SourceTypes
from tests.typesafety.mypy_runs import begin_cache, write
from tests.typesafety.test_inference import SETTINGS
from tests.typesafety.test_written_carries import CALLS, PROGRAM


def test_loops_over_one_class_do_not_multiply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fields of one loop's carry depend on other loops, which depend on the same fields."""
    looks = 0
    now: Callable[..., Any] = SourceTypes._look_now

    def counted(*arguments: Any) -> Any:
        nonlocal looks
        looks += 1
        return now(*arguments)

    write(tmp_path, PROGRAM + CALLS, SETTINGS)
    begin_cache(tmp_path, (tmp_path / "mypy.ini").read_text())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(SourceTypes, "_look_now", counted)
    out, _, _ = api.run(["main.py"])
    assert "[dtype-carry]" in out
    assert 0 < looks <= 4 * PROGRAM.count("def ")
