"""Inference asks nothing about calls and attributes in libraries, which it leaves out anyway."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_mypy.session import Sessions
from tests.typesafety.work import work

MODULE = """\
class Layer:
    def __init__(self, scale=None):
        self.scale = scale

    def scaled(self):
        return self.scale

def make(scale):
    return Layer(scale).scaled()

found = make(None)
"""


@pytest.mark.parametrize(("folder", "is_program"), [("site-packages", False), ("source", True)])
def test_callbacks_of_inference_are_for_the_program(
    folder: str, is_program: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / folder
    path.mkdir()
    (path / "layers.py").write_text(MODULE)
    monkeypatch.setenv("MYPYPATH", str(path))
    done, _ = work((Sessions, "_answer"), tmp_path, "import layers\n", monkeypatch)
    assert bool(done) == is_program
