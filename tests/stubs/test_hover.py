"""An editor shows for each function its name and, in words, the dtype of its result."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from promo_typing.core.dtypes import NODES
from promo_typing.rules import FUNCTIONS, parameters
from promo_typing.rules.describe import describe

from .language_server import LanguageServer

PROGRAM = """\
import jax
import jax.numpy as jnp

jnp.add
jnp.sum
jnp.sum(jnp.ones(3))
jax.nn.relu
jax.lax.scan
jax.numpy.fft.fft
jax.tree_util.register_pytree_with_keys_class
"""
SHOWN = {
    3: "jax.numpy.add",
    4: "jax.numpy.sum",
    5: "jax.numpy.sum",
    6: "jax.nn.relu",
    7: "jax.lax.scan",
    8: "jax.numpy.fft.fft",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageServer]:
    command = shutil.which("pyright-langserver", path=str(Path(sys.executable).parent))
    assert command is not None, "pyright is not installed"
    folder = tmp_path_factory.mktemp("hover")
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    settings = f'{{"venvPath": "{Path(sys.prefix).parent}", "venv": "{Path(sys.prefix).name}"}}'
    (folder / "pyrightconfig.json").write_text(settings, encoding="utf-8")
    with LanguageServer([command, "--stdio"], folder) as running:
        yield running


@pytest.mark.parametrize(("line", "function"), SHOWN.items())
def test_the_rule_is_shown(server: LanguageServer, line: int, function: str) -> None:
    text = PROGRAM.splitlines()[line].partition("(")[0]
    shown = server.hover(server.folder / "program.py", line, len(text) - 1)
    assert f"{function} of " in shown or f"{function}." in shown
    assert "dtype: " in shown


def test_a_long_link_is_whole(server: LanguageServer) -> None:
    *_, text = PROGRAM.splitlines()
    shown = server.hover(server.folder / "program.py", PROGRAM.count("\n") - 1, len(text) - 1)
    assert f"/{text}.html" in shown


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_rule_is_told_in_words(function: str) -> None:
    text = describe(FUNCTIONS[function])
    assert text.endswith(".")
    assert not set("{}_=") & set(_without_names(function, text)), text


def _without_names(function: str, text: str) -> str:
    """The text without what is named as it is written: parameters, their values and dtypes."""
    rule = FUNCTIONS[function]
    asked = re.findall(r"\w+ = (?:'\w+'|-?\w+)", text)
    names = [*asked, *parameters(rule), *(each.name for each in rule.operands), *NODES]
    names += [rule.dtype.name] if rule.dtype else []
    return re.sub("|".join(map(re.escape, sorted(names, key=len, reverse=True))), "", text)
