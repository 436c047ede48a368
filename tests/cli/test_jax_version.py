"""An unsupported JAX, as far as its metadata say; the JAX that runs is the installed one."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_typing.core.versions import NEWEST, OLDEST, SUPPORTED, Minor, installed, shown

from .conftest import Project

NEWER: Minor = (NEWEST[0], NEWEST[1] + 1)
OLDER: Minor = (OLDEST[0], OLDEST[1] - 1)

PROGRAM = """\
import jax.numpy as jnp

reveal_type(jnp.log2(jnp.asarray(2)))
"""
"""A program whose result is weak, except in the oldest supported JAX."""


def pretended(folder: Path, minor: Minor) -> str:
    """A folder for the start of the path, with metadata of another version of JAX."""
    metadata = folder / "pretended" / f"jax-{shown(minor)}.0.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text(f"Metadata-Version: 2.1\nName: jax\nVersion: {shown(minor)}.0\n")
    return str(folder / "pretended")


def line(minor: Minor, relation: str, known: Minor) -> str:
    return (
        f"promo: warning: the installed jax {shown(minor)} is {relation} than those that "
        f"promo-typing supports; the dtypes are those of jax {shown(known)}, and `promo verify` "
        "lists where they differ\n"
    )


NEWER_AND_OLDER = pytest.mark.parametrize(
    ("minor", "relation", "known"), [(NEWER, "newer", NEWEST), (OLDER, "older", OLDEST)]
)


def test_a_supported_version_is_not_spoken_of(project: Project) -> None:
    assert installed() in SUPPORTED
    project.write("program.py", "import jax.numpy as jnp\n\nx = jnp.ones(3)\n")
    shown = project.promo("check", "program.py")
    assert (shown.status, shown.err) == (0, "")


@NEWER_AND_OLDER
def test_check_says_it_and_takes_the_nearest_one(
    project: Project, minor: Minor, relation: str, known: Minor
) -> None:
    project.write("program.py", PROGRAM)
    path = pretended(project.folder, minor)
    checked = project.promo("check", "program.py", PYTHONPATH=path)
    assert (checked.status, checked.err) == (0, line(minor, relation, known))
    dtype = "float32" if known == OLDEST else "weak_float"
    assert f"Array[jax._src.numpy.scalar_types.{dtype}]" in checked.out


@NEWER_AND_OLDER
def test_verify_lists_the_drift(
    project: Project, minor: Minor, relation: str, known: Minor
) -> None:
    """The drift is the difference between the rules of the pretended JAX and the running JAX."""
    path = pretended(project.folder, minor)
    compared = project.promo("verify", "jax.numpy.log2", "--sample", "3", PYTHONPATH=path)
    assert compared.err == line(minor, relation, known)
    drift = (known == OLDEST) != (installed() == OLDEST)
    assert compared.status == drift
    assert compared.out.endswith(" 0 differ\n") != drift
    assert ("jax.numpy.log2(weak_int)" in compared.out) == drift
