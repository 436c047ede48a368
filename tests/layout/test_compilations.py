"""Programs that JAX compiles in the tests are kept for the next run, but not for ever."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from tests.compilations import COMPILATIONS, Compilations


def test_jax_keeps_what_it_compiles(request: pytest.FixtureRequest) -> None:
    @jax.jit
    def compiled_by_this_test(x: jax.Array) -> jax.Array:
        return x * 3 + 1

    compiled_by_this_test(jnp.ones(7))
    own = request.session.stash[COMPILATIONS].own
    assert list(own.glob("jit_compiled_by_this_test-*"))


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of kept entries, with one; and a process's folder, with that one and two new."""
    kept, own = tmp_path / "kept", tmp_path / "own"
    kept.mkdir()
    own.mkdir()
    (kept / "old").write_text("as it was")
    os.utime(kept / "old", (0, 0))
    for name in ("old", "new", "another"):
        (own / name).write_text(name)
    return kept, own


def test_new_entries_are_kept(folders: tuple[Path, Path]) -> None:
    kept, own = folders
    Compilations(kept, own).keep()
    assert {each.name: each.read_text() for each in kept.iterdir()} == {
        "old": "as it was",
        "new": "new",
        "another": "another",
    }


def test_the_oldest_entries_are_dropped(folders: tuple[Path, Path]) -> None:
    kept, own = folders
    Compilations(kept, own, most=2).keep()
    assert {each.name for each in kept.iterdir()} == {"new", "another"}
    assert {each.name for each in kept.parent.iterdir()} == {"kept", "kept.lock", "own"}


def test_nothing_is_copied_where_jax_is_not_imported(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, _ = folders
    monkeypatch.delitem(sys.modules, "jax")
    unused = Compilations(kept, kept.parent / "never")
    unused.use()
    assert not unused.own.exists()
