"""Programs that run with x64 on although neither settings nor sources say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_cli.annotate import x64
from promo_cli.setup.document import save
from promo_recorder.facts import Call, Fact, Function
from promo_recorder.values import ArrayValue, ListValue, NumPyValue, TupleValue, Value

from .conftest import Program

pytestmark = pytest.mark.slow

LIBRARY = """\
import jax.numpy as jnp
import numpy as np


def steps(n):
    return jnp.arange(n).astype(np.int64)


def scale(x):
    return x * jnp.ones(3) + steps(3)
"""
TEST = """\
import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)

from library.scaling import scale

assert scale(jnp.ones(3)).dtype == jnp.float64
"""
SCALE = "def scale(x: Array[jnp.float64]) -> Array[jnp.float64]:"
NOTE = "note: the run had x64 on, which neither the settings nor the sources say"


@pytest.fixture
def library(program: Program) -> Program:
    program.write("library/__init__.py", "")
    program.write("library/scaling.py", LIBRARY)
    program.write("run.py", TEST)
    return program


def test_x64_is_written_with_the_annotations(library: Program) -> None:
    result = library.promo("annotate", "library", "--run", "python run.py", "--write")
    assert result.status == 0, result.err
    assert SCALE in library.read("library/scaling.py")
    assert "taken back" not in result.err
    assert NOTE in " ".join(result.err.split())
    assert library.read("pyproject.toml") == "[tool.promo-typing]\nx64 = true\n"
    checked = library.promo("check", "library")
    assert checked.status == 0, checked.out
    again = library.promo("annotate", "library", "--run", "python run.py", "--check")
    assert (again.status, again.out) == (0, "")
    assert NOTE not in " ".join(again.err.split())


def test_without_write_it_is_only_said(library: Program) -> None:
    result = library.promo("annotate", "library", "--run", "python run.py")
    assert f"+{SCALE}" in result.out
    assert "hold with x64 = true in [tool.promo-typing] of pyproject.toml\n" in result.err
    assert not (library.folder / "pyproject.toml").exists()


F64 = ArrayValue("float64")
"""A value that JAX has only with x64 on."""


def of(value: Value) -> list[Fact]:
    return [Call(Function("library/scaling.py", "scale", 1), (("x", value),), value)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "scaling.py").write_text(LIBRARY)
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (F64, True),
        (ArrayValue("int64", weak=True), True),
        (TupleValue((ListValue((F64,)), ArrayValue("float32"))), True),
        (ArrayValue("float32"), False),
        (ArrayValue("complex64"), False),
        (NumPyValue("float64"), False),
    ],
)
def test_arrays_of_64_bits_show_x64(folder: Path, value: Value, expected: bool) -> None:
    """NumPy's arrays show nothing: they may have 64 bits anyway."""
    assert x64.settled(of(value), [folder / "library"]).is_unsaid == expected


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pyproject.toml", "[tool.promo-typing]\nx64 = true\n"),
        ("pyproject.toml", "[tool.promo-typing]\nx64 = false\n"),
        ("mypy.ini", "[mypy]\n\n[promo-typing]\nx64 = true\n"),
        ("pytest.ini", "[pytest]\nenv =\n    JAX_ENABLE_X64=1\n"),
        ("library/on.py", "import jax\n\njax.config.update('jax_enable_x64', True)\n"),
    ],
)
def test_what_is_said_already_counts(folder: Path, file: str, text: str) -> None:
    (folder / file).write_text(text)
    assert not x64.settled(of(F64), [folder / "library"]).is_unsaid


WEAK32, WEAK64 = ArrayValue("float32", weak=True), ArrayValue("float64", weak=True)
"""A value that JAX has only with x64 off, and one that it has only with x64 on."""
F32 = ArrayValue("float32")


@pytest.mark.parametrize(
    ("values", "kept"),
    [
        ((WEAK32, F64, WEAK32, F32), [WEAK32, WEAK32, F32]),
        ((WEAK64, F64, WEAK32, F32), [WEAK64, F64, F32]),
        ((WEAK32, F64), [WEAK32]),
    ],
)
def test_the_setting_of_most_of_the_run_counts(
    folder: Path, values: tuple[Value, ...], kept: list[Value]
) -> None:
    """If one test of many turns x64 on for itself, its facts are left out."""
    facts = [fact for each in values for fact in of(each)]
    found = x64.settled(facts, [folder / "library"])
    assert found.facts == [fact for each in kept for fact in of(each)]
    assert found.left_out == len(values) - len(kept)
    assert found.is_unsaid == (F64 in kept)


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (
            "mypy.ini",
            "# Mine.\n[mypy]\nstrict = true\n",
            "# Mine.\n[mypy]\nstrict = true\n\n[promo-typing]\nx64 = true\n",
        ),
        (
            "pyproject.toml",
            "[tool.promo-typing]\n# Mine.\ninfer = true\n",
            "[tool.promo-typing]\n# Mine.\ninfer = true\nx64 = true\n",
        ),
        (
            "pyproject.toml",
            "[tool.promo-typing]\r\ninfer = true\r\n",
            "[tool.promo-typing]\r\ninfer = true\r\nx64 = true\r\n",
        ),
    ],
)
def test_the_settings_that_are_there_get_one_more(
    folder: Path, file: str, before: str, after: str
) -> None:
    (folder / file).write_bytes(before.encode())
    save(x64.document())
    assert (folder / file).read_bytes().decode() == after
