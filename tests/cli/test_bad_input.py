"""Whatever the input, the command ends with a message and a status, never with a traceback."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Project

pytestmark = pytest.mark.slow

Prepare = Callable[[Path], object]

REFUSED: dict[str, tuple[Prepare, str]] = {
    "missing": (lambda path: None, "there is no file or folder"),
    "dangling link": (lambda path: path.symlink_to("gone"), "No such file or directory"),
    "link to itself": (lambda path: path.symlink_to(path.name), "symbolic links"),
    "pipe": (os.mkfifo, "is neither a file nor a folder"),
    "empty folder": (Path.mkdir, "There are no .py[i] files in directory"),
    "not UTF-8": (lambda path: path.write_bytes(b'x = "\xe9"\n'), "decode"),
    "binary": (lambda path: path.write_bytes(b"\x00\x01\x02\xff\xfe" * 50), "decode"),
    "unknown encoding": (lambda path: path.write_bytes(b"# coding: klingon\n"), "klingon"),
}

BLOCKING: dict[str, bytes] = {
    "syntax error": b"def f(:\n    pass\n",
    "null byte": b"x = 1\n\x00\n",
    "tabs and spaces": b"if 1:\n\tx = 1\n        y = 2\n",
    "unclosed string": b'x = """never\n',
    "500 parentheses": b"x = " + b"(" * 500 + b"1" + b")" * 500 + b"\n",
}


@pytest.mark.parametrize("kind", REFUSED)
def test_unusable_path(project: Project, kind: str) -> None:
    prepare, message = REFUSED[kind]
    # mypy takes a folder with the name of a module for that module.
    name = "bad" if "folder" in kind else "bad.py"
    prepare(project.folder / name)
    done = project.promo("check", name)
    assert done.status == 2
    assert message in done.out + done.err
    assert len((done.out + done.err).splitlines()) <= 2


@pytest.mark.parametrize("kind", BLOCKING)
def test_unparsable_file(project: Project, kind: str) -> None:
    project.write("bad.py", BLOCKING[kind])
    done = project.promo("check", "bad.py")
    assert (done.status, done.err) == (2, "")
    assert done.out.startswith("bad.py:")
    assert ": error: " in done.out
    assert done.out.endswith("mypy gave up: nothing was checked (1 file)\n")


MISTAKE = """\
import jax.numpy as jnp

from broken import scale
from package import other

jnp.sin(scale) + other.shift
jnp.ones(3, jnp.int8) << 0.5
"""


def test_other_files_are_checked(project: Project) -> None:
    """Names imported from a file that cannot be parsed are unknown, which is no error."""
    project.write("a.py", MISTAKE)
    project.write("broken.py", "scale = 2 if\n")
    project.write("package/__init__.py", "def f(:\n")
    project.write("package/other.py", "shift = 1\n")
    done = project.promo("check", ".")
    assert (done.status, done.err) == (1, "")
    assert "broken.py:1:13: error: Invalid syntax  [syntax]" in done.out
    assert "package/__init__.py:1:8: error: Invalid syntax  [syntax]" in done.out
    assert "a.py:7:1: error: int8 << weak float" in done.out
    assert "Found 3 errors in 3 files (2 files checked)\n" in done.out
    assert "other error" not in done.out


def test_coverage_names_what_it_leaves_out(project: Project) -> None:
    project.write("a.py", "import jax.numpy as jnp\n\nx = jnp.ones(3)\n")
    project.write("broken.py", "scale = 2 if\n")
    done = project.promo("coverage", ".")
    assert done.status == 0
    assert "broken.py cannot be parsed, and is left out: Invalid syntax" in done.err
    assert "100.0 %" in done.out


def test_nothing_is_left(project: Project) -> None:
    """Every file that cannot be parsed is named, not only the first one that mypy reads."""
    project.write("a.py", "def f(:\n")
    project.write("b.py", "x = )\n")
    done = project.promo("check", ".")
    assert done.status == 2
    assert {line.partition(":")[0] for line in done.out.splitlines() if "error" in line} == {
        "a.py",
        "b.py",
    }
    assert done.out.endswith("mypy gave up: nothing was checked (2 files)\n")


def test_unparsable_file_in_json(project: Project) -> None:
    project.write("bad.py", "def f(:\n")
    done = project.promo("check", "bad.py", "--format", "json")
    assert done.status == 2
    assert '"blocked": true' in done.out


def test_missing_modules(project: Project) -> None:
    project.write("a.py", "import nowhere\nfrom jax.nowhere import thing\n")
    done = project.promo("check", "a.py", "--all")
    assert (done.status, done.err) == (1, "")
    assert 'module named "nowhere"  [import-not-found]' in done.out
    assert 'module named "jax.nowhere"' in done.out


def test_a_cache_with_which_mypy_fails(project: Project) -> None:
    """The cache has libraries that were checked under other options, and an import is not found."""
    project.environment["MYPY_CACHE_DIR"] = "cache"
    project.write("a.py", "import jax.numpy\n")
    project.write("b.py", "import nowhere\nfrom jax.nowhere import thing\n")
    project.write("mypy.ini", "[mypy]\n")
    assert project.promo("check", "a.py").status == 0
    project.write("mypy.ini", "[mypy]\nstrict = true\n")
    project.write("a.py", "x = 1\n")
    assert project.promo("check", "a.py").status == 0
    project.write("mypy.ini", "[mypy]\n")
    done = project.promo("check", "b.py", "--format", "json", "--all")
    assert (done.status, done.err) == (1, "")
    assert len(json.loads(done.out)["findings"]) == 3


def test_latin_1(project: Project) -> None:
    project.write("a.py", '# coding: latin-1\né = "é"; x: int = é\n'.encode("latin-1"))
    done = project.promo("check", "a.py", "--all")
    assert done.status == 1
    assert done.out.splitlines()[1:3] == ['  2 | é = "é"; x: int = é', "    |                   ^"]


def test_recursive_aliases(project: Project) -> None:
    project.write(
        "a.py",
        "from typing import Union\nimport jax.numpy as jnp\nfrom jax import Array\n"
        "Tree = Union[Array[jnp.bfloat16], list['Tree'], dict[str, 'Tree']]\n"
        "def f(t: Tree) -> Tree:\n    return t if isinstance(t, (list, dict)) else t * 2.0\n"
        "A = list['B']\nB = list['A']\nx: A = [[[]]]\n",
    )
    done = project.promo("check", "a.py")
    assert done.status == 0, done.out
    assert "4 array expressions, 4 of known dtype" in done.out


@pytest.mark.parametrize("expression", [" + ".join(["x"] * 501), "-" * 500 + "x"])
def test_500_nested_operators(project: Project, expression: str) -> None:
    head = (
        "import jax.numpy as jnp\nfrom jax import Array\ndef f(x: Array[jnp.bfloat16]) -> None:\n"
    )
    project.write("a.py", f"{head}    y: int = {expression}\n")
    done = project.promo("check", "a.py", "--all")
    assert done.status == 1
    assert 'expression has type "Array[bfloat16]", variable has type "int"' in done.out
    # The line is cropped.
    assert max(map(len, done.out.splitlines())) < 250


def test_absurd_depth(project: Project) -> None:
    project.write("a.py", "x = 1\ny = " + " + ".join(["x"] * 50_000) + "\n")
    done = project.promo("check", "a.py")
    assert done.status in (1, 2)
    assert "a.py" in done.out + done.err


def test_20000_lines(project: Project) -> None:
    body = "".join(f"    x = (x * {n}.0 + y) * 0.5\n" for n in range(20_000 - 4))
    project.write(
        "a.py",
        "import jax.numpy as jnp\nfrom jax import Array\n\n"
        f"def f(x: Array[jnp.float16], y: Array[jnp.float16]) -> None:\n{body}",
    )
    started = time.monotonic()
    done = project.promo("check", "a.py")
    assert done.status == 0
    assert "of known dtype (100.0 %)" in done.out
    assert time.monotonic() - started < 120


def test_links_that_lead_up(project: Project) -> None:
    project.write("package/a.py", "x: int = ''\n")
    (project.folder / "package/up").symlink_to("..")
    (project.folder / "package/here").symlink_to(".")
    done = project.promo("check", ".", "--all")
    assert done.status == 1
    assert done.out.endswith("Found 1 error in 1 file (1 file checked)\nNo array expressions\n")


def socket_file(path: Path) -> None:
    """Create a socket on which nobody listens."""
    with socket.socket(socket.AF_UNIX) as bound, contextlib.chdir(path.parent):
        bound.bind(path.name)


def unreadable_file(path: Path) -> None:
    """Write a file that nobody may read, not even its owner."""
    path.write_text("x = 1\n")
    path.chmod(0)


NEIGHBOURS: dict[str, Prepare] = {
    "dangling link": lambda path: path.symlink_to("gone"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "pipe": os.mkfifo,
    "socket": socket_file,
    "folder": Path.mkdir,
    "no permission": unreadable_file,
    "folder without permission": lambda path: path.mkdir(mode=0),
}


@pytest.mark.parametrize("kind", NEIGHBOURS)
def test_what_cannot_be_read_beside_the_program(project: Project, kind: str) -> None:
    """An example is ``.#a.py``, the broken link by which Emacs locks an edited file."""
    project.write("a.py", "import jax.numpy as jnp\nx = jnp.ones(3, jnp.float16) * 2\n")
    (project.folder / "folder").mkdir()
    NEIGHBOURS[kind](project.folder / "folder/b.py")
    done = project.promo("check", "a.py")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("No errors (1 file checked)\n")


@pytest.mark.parametrize("kind", ["pipe", "socket", "folder without permission"])
def test_a_folder_with_what_cannot_be_read(project: Project, kind: str) -> None:
    project.write("folder/a.py", "x = 1\n")
    NEIGHBOURS[kind](project.folder / "folder/b.py")
    done = project.promo("check", "folder")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("No errors (1 file checked)\n")


def test_broken_configuration(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    project.write("pyproject.toml", "[tool.mypy\n")
    done = project.promo("check", "a.py")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("promo: error: cannot read the configuration: pyproject.toml: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "pyproject.toml",
            "[tool.mypy]\n[tool.promo-typing]\nx64 = 'yes'\n",
            'pyproject.toml: [tool.promo-typing]: x64 = "yes" is not valid; use true or false',
        ),
        (
            "mypy.ini",
            "[mypy]\n[promo-typing]\npromotion = loose\n",
            'mypy.ini: [promo-typing]: promotion = "loose" is not valid; '
            'use "standard" or "strict"',
        ),
    ],
)
def test_wrong_settings(project: Project, name: str, text: str, message: str) -> None:
    project.write("a.py", "x = 1\n")
    project.write(name, text)
    done = project.promo("check", "a.py")
    assert (done.status, done.out, done.err) == (2, "", f"promo: error: {message}\n")


def test_settings_in_the_environment_that_are_no_json(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    done = project.promo("check", "--x64", "a.py", PROMO_TYPING_SETTINGS="{")
    assert done.status == 2
    assert "environment variable PROMO_TYPING_SETTINGS: expected a JSON object" in done.err


def test_plugin_of_the_project_that_is_missing(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    project.write("mypy.ini", "[mypy]\nplugins = no_such_plugin\n")
    done = project.promo("check", "a.py")
    assert done.status == 2
    assert 'Error importing plugin "no_such_plugin"' in done.out
