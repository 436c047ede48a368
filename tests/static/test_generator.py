"""The command that writes the stubs, and the stub files."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from promo_stubgen.__main__ import STUBS, main, stale_files, write
from promo_stubgen.render.formatting import FormatError, format_stubs
from promo_stubgen.render.registry import PY_TYPED
from promo_stubgen.variants import semantics
from promo_typing.core.stub_variants import DIFFERENCES, VARIANTS
from promo_typing.lattice.semantics import Semantics
from tests.rendering import Rendering
from tests.static.checkers import BIN, CHECKERS, NODE


@pytest.fixture
def packages(rendering: Rendering, monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, str]]:
    """The stubs that the generator renders in this test, by the name of the variant."""
    found = {name: rendering.files(semantics(each)) for name, each in VARIANTS.items()}
    monkeypatch.setattr("promo_stubgen.__main__.render_all", lambda: found)
    return found


def test_committed_stubs_are_current(rendering: Rendering) -> None:
    """Another process wrote them, with another order of sets, which must make no difference."""
    assert stale_files(rendering.files(Semantics()), STUBS) == {}


@pytest.mark.slow
@pytest.mark.usefixtures("packages")
def test_committed_stubs_of_all_variants_are_current() -> None:
    assert main(["--check"]) == 0


@pytest.mark.slow
def test_check_tells_what_is_not_current(
    packages: dict[str, dict[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    packages["standard"] |= {"_src/basearray.pyi": "x: int\n"}
    packages["x64"] |= {"_src/basearray.pyi": "x: str\n"}
    assert main(["--check"]) == 1
    said = capsys.readouterr().err
    assert f"{STUBS / '_src/basearray.pyi'}: out of date\n" in said
    assert f"{DIFFERENCES / 'x64.txt'}: out of date\n" in said
    assert f"{DIFFERENCES / 'x64-strict.txt'}: out of date\n" not in said


def test_package_is_marked_as_partial() -> None:
    assert (STUBS / "py.typed").read_bytes() == b"partial\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    write({"py.typed": PY_TYPED, "_src/some.pyi": "x: int\n"}, tmp_path)
    return tmp_path


def test_stale_files_are_told_apart(package: Path) -> None:
    (package / "_src" / "some.pyi").write_text("x: str\n")
    (package / "extra.pyi").write_text("")
    (package / "py.typed").unlink()
    assert stale_files({"py.typed": PY_TYPED, "_src/some.pyi": "x: int\n"}, package) == {
        "py.typed": "missing",
        "_src/some.pyi": "out of date",
        "extra.pyi": "not written by the generator",
    }


def test_writing_makes_everything_current(package: Path) -> None:
    (package / "extra.pyi").write_text("")
    files = {"py.typed": PY_TYPED, "_src/other.pyi": "y: int\n"}
    write(files, package)
    assert stale_files(files, package) == {}
    assert not (package / "_src" / "some.pyi").exists()


def test_text_that_is_not_python_is_refused() -> None:
    with pytest.raises(FormatError, match=r"broken\.pyi"):
        format_stubs({"broken.pyi": "class :\n", "whole.pyi": "x: int\n"})


@pytest.mark.slow
def test_stubs_are_clean_under_pyright(tmp_path: Path) -> None:
    """The stubs get another name: pyright merges a partial stub package into its library."""
    package = tmp_path / "jax_copy"
    shutil.copytree(STUBS, package, ignore=shutil.ignore_patterns("py.typed"))
    # The package's own stub only re-exports JAX's names.
    (package / "__init__.pyi").write_text("")
    for path in package.rglob("*.pyi"):
        text = path.read_text()
        own = r"jax\.(numpy|_src\.basearray|_src\.numpy)\b"
        path.write_text(re.sub(rf"^from {own}", r"from jax_copy.\1", text, flags=re.MULTILINE))
    (package / "wrong.pyi").write_text("x: int = ''\n")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"include": ["jax_copy"]}))
    done = subprocess.run(
        [BIN / "pyright", "--outputjson", "--pythonpath", BIN / "python"],
        cwd=tmp_path,
        env={**os.environ, **NODE},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert set(CHECKERS["pyright"].read(done.stdout)) == {("wrong.pyi", 1)}, done.stdout
