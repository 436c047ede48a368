"""Every example in the README and in docs/ is executed, and prints what the page says.

* A ``python`` block that starts with ``# name.py`` is written to that file in a scratch folder;
  one with ``>>>`` prompts is a doctest; any other is executed.
* In a ``console`` block a line ``$ command`` is run in that folder, and the lines below it are
  what it prints (``...`` stands for any text).
* A ``toml`` block that starts with ``# pyproject.toml`` (or another name) is written to that file.
* Blocks of another language, such as ``sh``, are instructions and are not executed.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import processes
from tests.folders import TIMEOUT
from tests.typesafety.mypy_runs import cache_of_promo

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# ([\w./-]+\.\w+)\n")
CHECKER = doctest.OutputChecker()
MODULES = {"promo": "promo_cli", "mypy": "mypy"}
"""Commands of this environment, and the modules that run them."""
COMMAND_AND_REST = re.compile(r'((?:"[^"]*"|[^"|&;<>])*?)\s*((?:2>|[|&;<>]).*)?')
"""A command, and the rest of the line, such as a pipe, which a shell executes."""
FOR_A_SHELL = frozenset("$*?~`(){}#\\")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("docs")]


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text()
    for match in BLOCK.finditer(text):
        yield Block(match[1], match[2], text.count("\n", 0, match.start()) + 2)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment variables of commands: no colours, this interpreter first, one mypy cache."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    cache = tmp_path_factory.mktemp("cache")
    shutil.copytree(cache_of_promo(), cache, dirs_exist_ok=True)
    return {
        **os.environ,
        "PATH": path,
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "MYPY_CACHE_DIR": str(cache),
    }


def run_console(block: Block, folder: Path, environment: dict[str, str]) -> None:
    for chunk in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = chunk.partition("\n")
        printed = output_of(command, folder, environment)
        assert CHECKER.check_output(expected, printed, FLAGS), (
            f"`{command}` printed\n{printed}\nand not\n{expected}"
        )


def output_of(command: str, folder: Path, environment: dict[str, str]) -> str:
    """The output of a command on both streams; a shell executes the rest of the line, if any."""
    parts = COMMAND_AND_REST.fullmatch(command)
    assert parts is not None, command
    name, *arguments = shlex.split(parts[1])
    if name not in MODULES or set(parts[1]) & FOR_A_SHELL:
        return output_in_a_shell(command, folder, environment)
    rest = parts[2] or ""
    together = not rest.startswith(("|", ">", "2>"))
    done = processes.run(
        MODULES[name], arguments, folder, environment, timeout=TIMEOUT, together=together
    )
    if not rest:
        return done.out
    with TemporaryDirectory() as outputs:
        for stream, text in (("out", done.out), ("err", done.err)):
            Path(outputs, stream).write_text(text, encoding="utf-8")
        again = f"{{ cat {outputs}/out; cat {outputs}/err >&2; (exit {done.status}); }} {rest}"
        return output_in_a_shell(again, folder, environment)


def output_in_a_shell(command: str, folder: Path, environment: dict[str, str]) -> str:
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    ).stdout


def run_python(block: Block, page: Path, names: dict[str, object]) -> None:
    if ">>>" in block.text:
        test = doctest.DocTestParser().get_doctest(
            block.text, names, page.name, str(page), block.line
        )
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
        assert runner.failures == 0
    else:
        source = "\n" * (block.line - 1) + block.text
        exec(compile(source, str(page), "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(
    page: Path, tmp_path: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page):
        named = FILE_NAME.match(block.text)
        if named:
            (tmp_path / named[1]).write_text(block.text)
        elif block.language == "console":
            run_console(block, tmp_path, environment)
        elif block.language == "python":
            run_python(block, page, names)
