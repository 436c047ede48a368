"""All other places that name the supported versions of JAX agree with ``core/versions.py``."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from promo_stubgen.surface.files import FOLDER, path_of
from promo_typing.core.versions import (
    NEWEST,
    OLDEST,
    SUPPORTED,
    Minor,
    minor_of,
    nearest,
    requirement,
    shown,
)

ROOT = Path(__file__).resolve().parents[3]


def test_versions_ascend() -> None:
    assert list(SUPPORTED) == sorted(set(SUPPORTED))


def test_the_package_depends_on_the_supported_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (jax,) = [each for each in project["dependencies"] if each.startswith("jax")]
    lower, _, upper = jax.removeprefix("jax>=").partition(",")
    assert minor_of(lower) == OLDEST
    assert upper == requirement(NEWEST).partition(",")[2]


def test_the_readme_says_which_versions_are_supported() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"jax \d[\d.]*\d to \d[\d.]*\d", readme) == [
        f"jax {shown(OLDEST)} to {shown(NEWEST)}"
    ]


def test_each_version_has_a_surface_and_an_allowlist() -> None:
    assert set(FOLDER.iterdir()) == set(map(path_of, SUPPORTED))
    allowlists = {path.name for path in (ROOT / "tests" / "stubs").glob("allowlist-*.txt")}
    assert allowlists == {f"allowlist-{shown(minor)}.txt" for minor in SUPPORTED}


@pytest.mark.parametrize(
    "folder", ["promo_typing", "cli", "stubs/promo_stubgen", "mypy_plugin", "runtime"]
)
def test_no_other_module_names_a_version(folder: str) -> None:
    numbers = "|".join(re.escape(form) for each in SUPPORTED for form in (shown(each), str(each)))
    naming = re.compile(rf"(?i)\b(jax|before|since)[^\d\n]{{0,5}}({numbers})")
    sources = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*.py")
        if naming.search(path.read_text(encoding="utf-8"))
    }
    assert sources - {"promo_typing/core/versions.py"} == set()


@pytest.mark.parametrize(
    ("minor", "known"),
    [*((each, each) for each in SUPPORTED), ((0, 9), OLDEST), ((0, 99), NEWEST), ((1, 0), NEWEST)],
)
def test_other_versions_are_taken_for_the_nearest_one(minor: Minor, known: Minor) -> None:
    assert nearest(minor) == known


@pytest.mark.parametrize("text", ["0.12", "0.12.0.1", "0.12.3rc1", "0.12.0.dev20260101"])
def test_a_version_has_a_minor(text: str) -> None:
    assert minor_of(text) == (0, 12)


def test_a_version_needs_two_numbers() -> None:
    with pytest.raises(ValueError, match="unpack"):
        minor_of("12")
