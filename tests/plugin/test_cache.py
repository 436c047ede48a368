"""What invalidates the results in mypy's cache."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import promo_mypy
import promo_typing
from promo_mypy.cache import SHARED, Report
from promo_mypy.module_settings import ModuleSettings
from promo_typing.core.library_sources import path_below
from promo_typing.core.lints import LintChoice
from promo_typing.core.sources import sources_digest
from promo_typing.lattice.semantics import Semantics

SOURCES = Path(promo_mypy.__file__).parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SOURCES, tmp_path / "promo_mypy"))


def test_a_copy_has_the_same_digest(copy: Path) -> None:
    assert sources_digest(copy) == sources_digest(SOURCES)


@pytest.mark.parametrize(
    "module", ["plugin.py", "types/convert.py", "features/control_flow/carry.py"]
)
def test_a_change_of_any_module_changes_the_digest(copy: Path, module: str) -> None:
    assert (copy / module).is_file()
    with (copy / module).open("a") as file:
        file.write("# changed\n")
    assert sources_digest(copy) != sources_digest(SOURCES)


def test_a_move_changes_the_digest(copy: Path) -> None:
    (copy / "types/convert.py").rename(copy / "features/convert.py")
    assert sources_digest(copy) != sources_digest(SOURCES)


def test_the_report_contains_the_digest_of_the_plugin() -> None:
    report = Report(ModuleSettings(Semantics()), LintChoice(), infer=False).for_module(
        "main", "main.py"
    )
    assert report["plugin"] == sources_digest(SOURCES)


@pytest.mark.parametrize("name", SHARED)
def test_the_report_contains_the_digest_of_what_the_plugin_asks(name: str) -> None:
    folder = Path(promo_typing.__file__).parent / name
    assert len(list(folder.glob("*.py"))) > 1
    report = Report(ModuleSettings(Semantics()), LintChoice(), infer=False).for_module(
        "main", "main.py"
    )
    assert report[name] == sources_digest(folder)


def test_the_settings_change_the_report() -> None:
    off, on = (
        Report(ModuleSettings(Semantics(x64=x64)), LintChoice(), infer=False).for_module(
            "main", "main.py"
        )
        for x64 in (False, True)
    )
    assert off != on


def test_the_settings_of_a_module_change_the_report() -> None:
    pattern, other = (
        Report(ModuleSettings(Semantics(), overrides), LintChoice(), infer=False).for_module(
            "main", "main.py"
        )
        for overrides in ({"main": {"x64": True}}, {"a": {"x64": True}})
    )
    assert pattern != other


@pytest.mark.parametrize("lints", [LintChoice("strict"), LintChoice(modules={"main": "all"})])
def test_lints_change_the_report_of_programs_alone(lints: LintChoice) -> None:
    plain, other = (
        Report(ModuleSettings(Semantics()), choice, infer=False) for choice in (LintChoice(), lints)
    )
    assert plain.for_module("main", "main.py") != other.for_module("main", "main.py")
    stub = ("jax.numpy", "/site-packages/jax-stubs/numpy/__init__.pyi")
    assert plain.for_module(*stub) == other.for_module(*stub)


def test_an_edit_of_any_file_changes_the_report_where_bodies_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("package", ".hidden", "environment"):
        (tmp_path / folder).mkdir()
    (tmp_path / "environment" / "pyvenv.cfg").touch()

    def report(path: str) -> dict[str, str]:
        return Report(ModuleSettings(Semantics()), LintChoice(), infer=True).for_module(
            "main", path
        )

    (tmp_path / "package" / "other.py").write_text("x = 1")
    before = report("main.py"), report("/site-packages/optax/base.py")
    (tmp_path / "environment" / "module.py").touch()
    (tmp_path / ".hidden" / "module.py").touch()
    assert (report("main.py"), report("/site-packages/optax/base.py")) == before
    (tmp_path / "package" / "other.py").write_text("x = 2")
    assert report("main.py") != before[0]
    assert report("/site-packages/optax/base.py") == before[1]


def test_an_edit_of_the_program_changes_the_report_of_library_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the program lies; mypy asks about it before it asks about what it imports."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    there = tmp_path / "there" / "main.py"
    there.parent.mkdir()

    def report() -> dict[str, str]:
        of_all = Report(ModuleSettings(Semantics()), LintChoice(), infer=True)
        of_all.for_module("main", str(there))
        return of_all.for_module("main", f"/site-packages/{path_below('optax._src.update')}")

    there.write_text("x = 1")
    before = report()
    assert report() == before
    there.write_text("x = 2")
    assert report() != before


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("numpy", "/site-packages/numpy/__init__.pyi"),
        ("jax._src.core", "/site-packages/jax/_src/core.py"),
        ("builtins", "/mypy/typeshed/stdlib/builtins.pyi"),
    ],
)
def test_modules_that_know_nothing_of_our_rules_stay_in_the_cache(name: str, path: str) -> None:
    assert (
        Report(ModuleSettings(Semantics()), LintChoice(), infer=False).for_module(name, path) == {}
    )
