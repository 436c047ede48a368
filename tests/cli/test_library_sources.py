"""optax has no types; some of its functions are inferred as the program's own are."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Project
from tests.unit.systems.libraries import library

OWN = """\
import jax.numpy as jnp

def apply_updates(params, updates):
    return (params + updates).astype(jnp.float16)

def l2_loss(x):
    return x
"""
MAIN = """\
import jax.numpy as jnp
import optax

def step(x):
    return optax.apply_updates(x, optax.l2_loss(x))

step(jnp.ones(3, jnp.bfloat16))
"""
STEP = "optax.apply_updates(x, optax.l2_loss(x))  -> Array[{}]"


@pytest.mark.parametrize("path", ["optax.py", "optax/__init__.py"])
@pytest.mark.parametrize("checked", ["main.py", "."])
def test_the_programs_own_package_is_read(project: Project, path: str, checked: str) -> None:
    project.write(path, OWN)
    project.write("main.py", MAIN)
    assert project.promo("check", checked).status == 0
    assert STEP.format("float16") in revealed(project)


def test_stubs_are_read_instead(project: Project) -> None:
    project.write("stubs/optax/__init__.pyi", "def apply_updates(a, b) -> int: ...\nl2_loss: int\n")
    project.write("pyproject.toml", '[tool.mypy]\nmypy_path = "stubs"\n')
    project.write("main.py", MAIN)
    assert "bfloat16" not in revealed(project).partition("optax.apply_updates(")[2].splitlines()[0]


def revealed(project: Project) -> str:
    return project.promo("reveal", "main.py:5").out


class TestOptax:
    """With optax itself."""

    pytestmark = pytest.mark.slow

    @pytest.fixture(autouse=True)
    def _optax(self) -> None:
        library("optax")

    def test_it_is_known_again_after_an_edit(self, project: Project) -> None:
        """mypy's cache has no bodies, so optax's modules are read with those of the program."""
        project.write("main.py", MAIN)
        for dtype in ("bfloat16", "float16", "bfloat16"):
            project.write("main.py", MAIN.replace("jnp.bfloat16", f"jnp.{dtype}"))
            for _ in range(2):
                assert project.promo("check", "main.py").status == 0
                assert STEP.format(dtype) in revealed(project)

    def test_nothing_in_it_is_reported(self, project: Project) -> None:
        """A lint would find that ``one_hot`` widens the logits; the user cannot change that."""
        program = MAIN.replace("optax.l2_loss(x)", "optax.losses.multiclass_hinge_loss(x, 1)")
        project.write("main.py", program)
        run = project.promo("check", "--all", "--lints", "strict", "main.py")
        assert (run.status, run.err) == (0, "")
        assert "losses" not in run.out

    def test_annotations_of_optax_do_not_count(self, project: Project) -> None:
        """mypy says nothing about a library without types, and the call runs."""
        project.write("main.py", MAIN + "optax.l2_loss([1.0])\n")
        assert project.python("main.py").status == 0
        assert project.promo("check", "--all", "main.py").status == 0

    def test_mypy_reports_the_import_as_before(self, project: Project) -> None:
        """A comment that ignores the missing types is needed in mypy, and in ``promo check``."""
        project.write("pyproject.toml", SETTINGS)
        project.write("main.py", MAIN)
        assert "[import-untyped]" in project.python("-m", "mypy", "main.py").out
        project.write("main.py", MAIN.replace("import optax", f"import optax  # {IGNORE}"))
        assert project.python("-m", "mypy", "main.py").status == 0
        run = project.promo("check", "--all", "main.py")
        assert (run.status, "unused-ignore" in run.out) == (0, False)


IGNORE = "type: ignore[import-untyped]"
SETTINGS = """\
[tool.mypy]
plugins = ["promo_mypy.plugin"]
warn_unused_configs = true
warn_unused_ignores = true

[tool.promo-typing]
infer = true
"""
