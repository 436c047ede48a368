"""Functions that another module holds in variables are known where they are called."""

from pathlib import Path

import pytest

from tests.typesafety.test_inference import differences

PROGRAMS = Path(__file__).parent / "imported"


def test_jax_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PROGRAMS)
    assert differences(tmp_path, PROGRAMS, monkeypatch) == []
