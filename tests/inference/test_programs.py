"""In programs without annotations every inferred dtype is the one under JAX.

``pytest tests/inference --seed 7`` checks other programs.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, rmtree

import pytest

from tests.typesafety.mypy_runs import cache_of_promo

from .comparison import Tally, compare, revealed
from .generator import program

PROGRAMS = 5
FUNCTIONS = 5
CALLS = 200
LEAST_COMPARED = 2000
LEAST_KNOWN = 0.75
"""The least share of expressions of known dtype: unknown dtypes make others unknown."""


@pytest.mark.slow
def test_every_expression(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setenv("MYPY_CACHE_DIR", str(copytree(cache_of_promo(), tmp_path / "cache")))
    known, unknown, differences = 0, list[str](), list[str]()
    for number in range(PROGRAMS):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        tally = _checked(folder, f"{pytestconfig.getoption('--seed')} {number}")
        known += tally.known
        unknown += tally.unknown
        differences += tally.differences
    assert differences == []
    assert known > LEAST_COMPARED
    assert known / (known + len(unknown)) > LEAST_KNOWN, unknown


def _checked(folder: Path, seed: str) -> Tally:
    library, main = program(seed, FUNCTIONS, CALLS)
    return compare(folder, {"library": library, "main": main})


@pytest.mark.slow
def test_warm_and_edited_are_as_cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """mypy's cache has no bodies of functions, so they are read again in a second run."""
    monkeypatch.chdir(tmp_path)
    cache = copytree(cache_of_promo(), tmp_path / ".mypy_cache")
    library, main = program("other", FUNCTIONS, CALLS // 4)
    (tmp_path / "library.py").write_text(library)
    (tmp_path / "main.py").write_text(main)
    cold = revealed(tmp_path, ["library", "main"])
    assert sum(each is not None for each in cold.values()) > LEAST_COMPARED / 20
    assert revealed(tmp_path, ["library", "main"]) == cold
    (tmp_path / "main.py").write_text(f"{main}# edited\n")
    assert revealed(tmp_path, ["library", "main"]) == cold
    (tmp_path / "library.py").write_text(library.replace("jnp.float16", "jnp.float32"))
    edited = revealed(tmp_path, ["library", "main"])
    assert edited != cold
    rmtree(cache)
    copytree(cache_of_promo(), cache)
    assert revealed(tmp_path, ["library", "main"]) == edited
