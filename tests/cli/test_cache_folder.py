"""The caches of mypy: one for each choice of settings, which begins as that without settings."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from promo_cli.cache_folder import cache_folder

X64 = {"x64": True}


@pytest.fixture
def parent(tmp_path: Path) -> Path:
    """A folder with the cache of a run without settings."""
    (tmp_path / "promo-typing" / "3.11").mkdir(parents=True)
    (tmp_path / "promo-typing" / ".gitignore").write_text("*")
    with closing(sqlite3.connect(tmp_path / "promo-typing" / "3.11" / "cache.0.db")) as database:
        database.execute("create table known (module)")
        database.execute("insert into known values ('numpy')")
        database.commit()
    return tmp_path


def test_without_settings(tmp_path: Path) -> None:
    assert cache_folder(str(tmp_path), {}) == str(tmp_path / "promo-typing")
    assert list(tmp_path.iterdir()) == []


def test_a_new_one_is_a_copy(parent: Path) -> None:
    folder = Path(cache_folder(str(parent), X64))
    assert folder == parent / "promo-typing-x64-true"
    assert (folder / ".gitignore").read_text() == "*"
    with closing(sqlite3.connect(folder / "3.11" / "cache.0.db")) as database:
        assert database.execute("select module from known").fetchall() == [("numpy",)]
    assert {each.name for each in parent.iterdir()} == {"promo-typing", folder.name}


def test_one_that_is_there_stays(parent: Path) -> None:
    (parent / "promo-typing-x64-true").mkdir()
    assert list(Path(cache_folder(str(parent), X64)).iterdir()) == []


def test_what_cannot_be_copied(parent: Path) -> None:
    (parent / "promo-typing" / "3.11" / "cache.1.db").write_text("this is no database at all")
    assert not Path(cache_folder(str(parent), X64)).exists()
    assert [each.name for each in parent.iterdir()] == ["promo-typing"]
