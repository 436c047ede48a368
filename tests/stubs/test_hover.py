"""An editor shows the name of each function and, in words, the dtype of its result."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import promo_stubgen
from promo_typing.core.dtypes import NODES
from promo_typing.rules import FUNCTIONS, parameters
from promo_typing.rules.describe import describe

from .language_server import LanguageServer

PROGRAM = """\
import jax
import jax.numpy as jnp

jnp.add
jnp.mean
jnp.mean(jnp.ones(3))
jnp.mean(jnp.ones(3), dtype="int8")
jax.nn.gelu
jax.lax.scan
jax.numpy.fft.fftfreq
jnp.tanh(jnp.ones(3))
jax.scipy.stats.norm.cdf(jnp.ones(3))
jax.tree_util.register_pytree_with_keys_class
"""
SHOWN = {
    4: "jax.numpy.mean",
    5: "jax.numpy.mean",
    6: "jax.numpy.mean",
    7: "jax.nn.gelu",
    8: "jax.lax.scan",
    9: "jax.numpy.fft.fftfreq",
}
SHARED = {10: "jax.numpy.tanh", 11: "jax.scipy.stats.norm.cdf"}
"""Calls of functions that share their overloads with others."""


STUBS = Path(promo_stubgen.__file__).resolve().parent.parent
SERVERS = {
    "pyright": (
        ["pyright-langserver", "--stdio"],
        "pyrightconfig.json",
        f'{{"extraPaths": ["{STUBS}"], "venvPath": "{Path(sys.prefix).parent}", '
        f'"venv": "{Path(sys.prefix).name}"}}',
    ),
    "ty": (
        ["ty", "server"],
        "ty.toml",
        f'[environment]\nextra-paths = ["{STUBS}"]\npython = "{sys.prefix}"\n',
    ),
    "pyrefly": (
        ["pyrefly", "lsp"],
        "pyrefly.toml",
        f'search-path = ["{STUBS}"]\npython-interpreter-path = "{sys.executable}"\n',
    ),
}
"""The language servers: the command, and the file and the text of its settings."""


@pytest.fixture(scope="module", params=SERVERS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LanguageServer]:
    (name, *options), file, settings = SERVERS[request.param]
    command = shutil.which(name, path=str(Path(sys.executable).parent))
    assert command is not None, f"{name} is not installed"
    folder = tmp_path_factory.mktemp("hover")
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    (folder / file).write_text(settings, encoding="utf-8")
    with LanguageServer([command, *options], folder) as running:
        yield running


@pytest.mark.parametrize(("line", "function"), SHOWN.items())
def test_the_rule_is_shown(server: LanguageServer, line: int, function: str) -> None:
    assert_shown(server, line, function)


@pytest.mark.parametrize(("line", "function"), SHARED.items())
def test_a_function_that_shares_overloads_is_shown(
    server: LanguageServer, line: int, function: str
) -> None:
    """The called overload and the rule are shown; ty shows the overload under its private name."""
    shown = server.hover(server.folder / "program.py", line, _column(line))
    own_name = function.rpartition(".")[2]
    assert len(re.findall(r"-> Array\b", shown)) == 1
    assert f"dtype: {describe(FUNCTIONS[function])}" in " ".join(shown.split())
    if SERVERS["ty"][0][0] not in server.command[0]:
        assert re.search(rf"(?:def |\(method\) ){own_name}\b", shown)


@pytest.mark.parametrize("server", ["pyright"], indirect=True)
@pytest.mark.parametrize(("line", "function"), SHARED.items())
def test_a_jump_leads_to_the_public_function(
    server: LanguageServer, line: int, function: str
) -> None:
    """ty jumps to the shared overloads first, and pyrefly to JAX's own source if it finds that."""
    file, number = server.definition(server.folder / "program.py", line, _column(line))
    lines = file.read_text(encoding="utf-8").splitlines()[number:]
    assert lines[0].startswith(f"def {function.rpartition('.')[2]}(")
    assert f"{function} of " in "\n".join(lines[:10])


@pytest.mark.parametrize("server", ["pyright", "ty"], indirect=True)
def test_the_rule_of_an_object_is_shown(server: LanguageServer) -> None:
    """pyrefly does not show the docstring behind a declaration."""
    assert_shown(server, 3, "jax.numpy.add")


def assert_shown(server: LanguageServer, line: int, function: str) -> None:
    shown = server.hover(server.folder / "program.py", line, _column(line))
    assert f"{function} of " in shown or f"{function}." in shown
    assert "dtype: " in shown


def test_a_long_link_is_whole(server: LanguageServer) -> None:
    *_, text = PROGRAM.splitlines()
    line = PROGRAM.count("\n") - 1
    assert f"/{text}.html" in server.hover(server.folder / "program.py", line, _column(line))


def _column(line: int) -> int:
    """The column of the last letter of a function's name in a line of the program."""
    return len(PROGRAM.splitlines()[line].partition("(")[0]) - 1


def test_every_rule_is_told_in_words() -> None:
    assert [name for name in FUNCTIONS if not _told_in_words(name, describe(FUNCTIONS[name]))] == []


def _told_in_words(function: str, text: str) -> bool:
    return text.endswith(".") and not set("{}_=") & set(_without_names(function, text))


def _without_names(function: str, text: str) -> str:
    """The text without the names of parameters, of their values and of dtypes."""
    rule = FUNCTIONS[function]
    asked = re.findall(r"\w+ = (?:'\w+'|-?\w+)", text)
    names = [*asked, *parameters(rule), *(each.name for each in rule.operands), *NODES]
    names += [rule.dtype.name] if rule.dtype else []
    return re.sub("|".join(map(re.escape, sorted(names, key=len, reverse=True))), "", text)
