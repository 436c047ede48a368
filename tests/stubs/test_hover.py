"""An editor shows for each function its name and, in words, the dtype of its result."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from promo_typing.rules.exceptions import BUT

from promo_typing.rules import RESULT_MAPS, words

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


def test_every_word_of_the_vocabulary_has_a_description() -> None:
    # A word with exceptions is described by the word and its exceptions.
    alone = {word for word in RESULT_MAPS if BUT not in word}
    assert alone <= set(words.RESULT_WORDS)
