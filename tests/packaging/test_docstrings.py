"""Stubs with JAX's docstrings in an environment, as editors and checkers see them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from promo_typing.rules import FUNCTIONS
from promo_typing.rules.describe import describe
from tests.packaging.environments import run
from tests.packaging.test_variants import CHECKED, OF_STANDARD, checker, errors, promo_stubs
from tests.static.checkers import BIN
from tests.stubs.language_server import LanguageServer

__all__ = ["checker"]

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]

CALLS: Final = {
    "jax.numpy.tanh": "Calculate element-wise hyperbolic tangent of input.",
    "jax.numpy.mean": "Return the mean of array elements along a given axis.",
    "jax.scipy.stats.norm.cdf": "Normal cumulative distribution function.",
    "jax.lax.erf": "Elementwise error function: `\\mathrm{erf}(x)`.",
}
"""Functions, with words from the docstrings of the installed JAX."""

SERVERS: Final = {
    "pyright": ("pyright-langserver", "--stdio"),
    "ty": ("ty", "server"),
    "pyrefly": ("pyrefly", "lsp"),
}


@pytest.fixture(scope="module")
def documented(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("documented")
    said = promo_stubs(python, folder, "--docstrings", "--install")
    assert "jax-stubs: installed: x64 off, standard promotion, docstrings of jax 0." in said
    assert "installed already" in promo_stubs(python, folder, "--docstrings", "--install")
    yield python
    assert promo_stubs(python, folder, "--restore").endswith("jax-stubs: restored\n")


def test_the_words_are_those_of_jax(python: Path, tmp_path: Path) -> None:
    """The words that the other tests look for are in the docstrings of the environment's JAX."""
    asked = "import jax, jax.scipy.stats\n" + "".join(
        f"print({name}.__doc__.strip().partition('\\n')[0])\n" for name in CALLS
    )
    printed = run(python, "-c", asked, cwd=tmp_path).stdout.replace(":math:", "").splitlines()
    assert printed == list(CALLS.values())


@pytest.mark.parametrize("server", SERVERS)
def test_a_call_shows_the_words_of_jax_and_the_rule(
    documented: Path, server: str, tmp_path: Path
) -> None:
    prefix = documented.parent.parent
    for file, text in CHECKED[server].files.items():
        settings = text.format(
            python=documented, prefix=prefix, above=prefix.parent, environment=prefix.name
        )
        (tmp_path / file).write_text(settings)
    (tmp_path / "typings").mkdir()
    program = tmp_path / "program.py"
    lines = [f"{name}(jax.numpy.ones(3))" for name in CALLS]
    program.write_text("\n".join(("import jax, jax.scipy.stats", *lines, "")))
    name, *options = SERVERS[server]
    with LanguageServer([str(BIN / name), *options], tmp_path) as running:
        for number, (function, words) in enumerate(CALLS.items(), 1):
            shown = running.hover(program, number, len(function) - 1)
            assert words in shown.replace("\\\\", "\\")
            assert f"dtype: {describe(FUNCTIONS[function])}" in " ".join(shown.split())
            assert f"{function} of " in shown
            assert "_and_others" not in shown


def test_checkers_find_the_same(documented: Path, checker: str, tmp_path: Path) -> None:
    assert errors(checker, tmp_path) == OF_STANDARD


def test_messages_name_the_function_that_is_called(documented: Path, tmp_path: Path) -> None:
    """They name it instead of the private function that has the shared overloads."""
    (tmp_path / "program.py").write_text("import jax.numpy as jnp\n\njnp.tanh('x')\n")
    done = subprocess.run(
        [BIN / "pyright", "--pythonpath", documented, "program.py"],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert 'No overloads for "tanh" match' in done.stdout
