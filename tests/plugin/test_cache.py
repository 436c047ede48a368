"""What invalidates the results in mypy's cache."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import promo_mypy
from promo_mypy.cache import Report, sources_digest
from promo_typing.lattice.semantics import Semantics

SOURCES = Path(promo_mypy.__file__).parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SOURCES, tmp_path / "promo_mypy"))


def test_a_copy_has_the_same_digest(copy: Path) -> None:
    assert sources_digest(copy) == sources_digest(SOURCES)


@pytest.mark.parametrize("module", ["plugin.py", "types/convert.py", "features/carry.py"])
def test_a_change_of_any_module_changes_the_digest(copy: Path, module: str) -> None:
    with (copy / module).open("a") as file:
        file.write("# changed\n")
    assert sources_digest(copy) != sources_digest(SOURCES)


def test_a_move_changes_the_digest(copy: Path) -> None:
    (copy / "types/convert.py").rename(copy / "features/convert.py")
    assert sources_digest(copy) != sources_digest(SOURCES)


def test_the_report_contains_the_digest_of_the_plugin() -> None:
    report = Report(Semantics()).for_module("main", "main.py")
    assert report["plugin"] == sources_digest(SOURCES)


def test_the_settings_change_the_report() -> None:
    off, on = (Report(Semantics(x64=x64)).for_module("main", "main.py") for x64 in (False, True))
    assert off != on


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("numpy", "/site-packages/numpy/__init__.pyi"),
        ("jax._src.core", "/site-packages/jax/_src/core.py"),
        ("builtins", "/mypy/typeshed/stdlib/builtins.pyi"),
    ],
)
def test_modules_that_know_nothing_of_our_rules_stay_in_the_cache(name: str, path: str) -> None:
    assert Report(Semantics()).for_module(name, path) == {}
