"""What names the supported versions of JAX elsewhere agrees with the one module that says them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from promo_stubgen.surface import SURFACES, path_of
from promo_typing.core.versions import (
    JAX_0_10,
    JAX_0_11,
    JAX_0_12,
    NEWEST,
    OLDEST,
    SUPPORTED,
    Minor,
    minor_of,
    nearest,
    requirement,
    shown,
)
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Before, Outcome, Resolved, Rule, Unknown, resolve

ROOT = Path(__file__).resolve().parents[2]

FIRST = Rule(("x",), results=("float32",))
SECOND = Rule(("x",), results=("int32",), before=Before(JAX_0_11, FIRST))
THIRD = Rule(("x",), results=("int32",), before=Before(JAX_0_12, SECOND))
"""Rules of three versions, the last two of which agree."""


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
    assert set(SURFACES.iterdir()) == set(map(path_of, SUPPORTED))
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
    assert THIRD.at(minor) == THIRD.at(known)


@pytest.mark.parametrize("text", ["0.12", "0.12.0.1", "0.12.3rc1", "0.12.0.dev20260101"])
def test_a_version_has_a_minor(text: str) -> None:
    assert minor_of(text) == (0, 12)


def test_a_version_needs_two_numbers() -> None:
    with pytest.raises(ValueError, match="unpack"):
        minor_of("12")


@pytest.mark.parametrize(
    ("jax", "outcome"),
    [
        (JAX_0_10, Resolved(("float32",))),
        (JAX_0_11, Resolved(("int32",))),
        (JAX_0_12, Resolved(("int32",))),
        (None, Unknown()),
    ],
)
def test_without_a_version_that_is_known_in_which_all_agree(
    jax: Minor | None, outcome: Outcome
) -> None:
    assert resolve(THIRD, ["int8"], Semantics(jax=jax)) == outcome


def test_versions_in_the_middle_count() -> None:
    """The oldest and the newest version agree, and the one between them does not."""
    between = Rule(("x",), results=("int32",), before=Before(JAX_0_11, FIRST))
    rule = Rule(("x",), results=("float32",), before=Before(JAX_0_12, between))
    assert resolve(rule, ["int8"], Semantics()) == Unknown()
    assert resolve(rule, ["int8"], Semantics(jax=JAX_0_12)) == Resolved(("float32",))
