"""The variant of the stubs for programs that set ``jax_enable_x64``."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_stubgen.__main__ import main
from promo_typing.lattice import jax_lattice
from tests.rendering import Rendering
from tests.static.checkers import CHECKERS
from tests.static.expectations import marked_lines
from tests.static.pairs import pairs_program

PROGRAM = """\
import jax.numpy as jnp
import numpy as np
from jax import Array
from typing_extensions import assert_type


def wide(u32: Array[jnp.uint32], i8: Array[jnp.int8], f32: Array[jnp.float32]) -> None:
    assert_type(u32 + i8, Array[jnp.int64])
    assert_type(f32 * np.float64(2), Array[jnp.float64])
    assert_type(f32.astype(float), Array[jnp.float64])
    assert_type(f32.astype(jnp.float64), Array[jnp.float64])
    assert_type(i8.sum(), Array[jnp.int64])
"""


@pytest.fixture
def stubs(rendering: Rendering, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("promo_stubgen.__main__.render_package", rendering.files)
    folder = tmp_path / "x64"
    assert main(["--x64", str(folder)]) == 0
    return folder


# mypy has a setting for this; these are the checkers that need the variant, but the slowest.
@pytest.mark.parametrize("name", ["pyrefly", "ty", "zuban"])
def test_wide_dtypes(name: str, stubs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "pairs.py").write_text(pairs_program(jax_lattice(x64=True)), encoding="utf-8")
    (folder / "wide.py").write_text(PROGRAM, encoding="utf-8")
    assert set(CHECKERS[name].errors(folder, stubs)) == marked_lines(folder)


def test_check_covers_the_variant(stubs: Path) -> None:
    assert main(["--check", "--x64", str(stubs)]) == 0
    (stubs / "jax-stubs" / "py.typed").write_text("partial")
    assert main(["--check", "--x64", str(stubs)]) == 1
