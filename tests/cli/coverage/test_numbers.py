"""The numbers of ``promo coverage`` agree in all formats, and with those of ``promo check``."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Project

from .conftest import PROGRAM

OTHERS = {
    "empty.py": "",
    "plain.py": "x = 1\n",
    "sub/model.py": "import jax.numpy as jnp\n\ny = jnp.ones(3) * 2\n",
    "sub/odd.py": (
        "from typing import no_type_check\nimport jax.numpy as jnp\nfrom jax import Array\n\n"
        "@no_type_check\ndef f(x):\n    return jnp.ones(x)\n\n"
        "def g(x: Array, y: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:\n"
        "    return y * jnp.ones(3) * x\n"
        "def h(y: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:\n"
        "    return y * jnp.ones(3)\n"
    ),
}
SETS = {"program": tuple(PROGRAM), "folder": (".",), "sub": ("sub",), "none": ("empty.py",)}


@pytest.fixture(scope="module")
def project_of_all(shared: Project) -> Project:
    for name, text in OTHERS.items():
        shared.write(name, text)
    return shared


def data(project: Project, command: str, *arguments: str) -> dict[str, Any]:
    done = project.promo_here(command, *arguments, "--format", "json")
    assert done.status in (0, 1), done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


@pytest.mark.parametrize("paths", SETS.values(), ids=SETS)
def test_the_totals_are_those_of_check(paths: tuple[str, ...], project_of_all: Project) -> None:
    measured = data(project_of_all, "coverage", *paths)
    checked = data(project_of_all, "check", *paths)
    summary = checked["summary"]
    assert summary.pop("blocked") is False
    assert measured["summary"] == summary
    assert measured["unchecked"] == checked["unchecked"]
    files = measured["files"]
    assert len(files) == summary["files"]
    for key in ("array_expressions", "known_dtype", "errors"):
        assert sum(each[key] for each in files) == summary[key], key
    unknown = summary["array_expressions"] - summary["known_dtype"]
    counts = [(each["alone"], each["expressions"]) for each in measured["suggestions"]]
    assert all(0 <= alone <= number <= unknown for alone, number in counts)
    assert sum(alone for alone, _ in counts) <= unknown <= sum(number for _, number in counts)
    assert counts == sorted(counts, key=lambda each: -each[1])


@pytest.fixture(scope="module")
def folder(project_of_all: Project) -> dict[str, Any]:
    return data(project_of_all, "coverage", ".")


def test_json(folder: dict[str, Any]) -> None:
    assert list(folder) == ["schema", "files", "suggestions", "unchecked", "summary"]
    assert folder["schema"] == 1
    by_name = {each["file"]: each for each in folder["files"]}
    assert by_name.keys() == {*PROGRAM, *OTHERS}
    assert by_name["sub/model.py"] == {
        "file": "sub/model.py",
        "array_expressions": 3,
        "known_dtype": 3,
        "percent_known": 100.0,
        "errors": 0,
    }
    assert by_name["empty.py"]["percent_known"] is None
    assert by_name["sub/odd.py"]["errors"] == 2
    assert folder["suggestions"][0] == {
        "kind": "result",
        "name": "encode",
        "owner": None,
        "file": "model.py",
        "line": 13,
        "annotatable": True,
        "message": "result of `encode` in model.py:13",
        "sources": ["nothing.encode"],
        "expressions": 11,
        "alone": 9,
        "files": 3,
    }
    absent = [each for each in folder["suggestions"] if not each["annotatable"]]
    assert [(each["kind"], each["file"], each["line"]) for each in absent] == [
        ("library", None, None)
    ]


TEXT = """\
file         array expressions  known   share
evaluate.py                  6      1  16.7 %
model.py                    11      2  18.2 %
plain.py                     0      0       -
train.py                    18      9  50.0 %
35 array expressions, 12 of known dtype (34.3 %)
9 expressions of type Any may be arrays

The annotations that would recover the most dtypes:
  result of `encode` in model.py:13, from `nothing.encode`: 11 expressions in 3 files, 9 by this \
alone
  field `w` of `Net` in model.py:7: 6 expressions in 2 files, 4 by this alone
"""
MARKDOWN = """\
| file | array expressions | known | share |
| --- | ---: | ---: | ---: |
| evaluate.py | 6 | 1 | 16.7 % |
"""


def test_text(project_of_all: Project) -> None:
    done = project_of_all.promo_here("coverage", *PROGRAM, "plain.py")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(TEXT)


def test_markdown(project_of_all: Project) -> None:
    project_of_all.write("_a|b/__x__.py", "x = 1\n")
    done = project_of_all.promo_here("coverage", *PROGRAM, "_a|b/__x__.py", "--format", "markdown")
    assert done.out.startswith(MARKDOWN.splitlines()[0])
    assert MARKDOWN.splitlines()[2] in done.out.splitlines()
    assert r"| \_a\|b/\_\_x\_\_.py | 0 | 0 | - |" in done.out.splitlines()
    assert "\n1. field `w` of `Net` in model.py:7: 6 expressions in 2 files, 4 by" in done.out


def test_a_program_of_known_dtypes_has_no_suggestions(project_of_all: Project) -> None:
    done = project_of_all.promo_here("coverage", "sub/model.py")
    assert done.out.splitlines()[-1] == "3 array expressions, 3 of known dtype (100.0 %)"


def test_fail_under(project_of_all: Project) -> None:
    done = project_of_all.promo_here("coverage", *PROGRAM, "--fail-under", "34")
    assert (done.status, done.err) == (0, "")
    done = project_of_all.promo_here("coverage", *PROGRAM, "--fail-under", "34.3")
    assert done.status == 1
    assert "12 of 35 array expressions are of known dtype: 34.29 %" in done.err


def test_errors_do_not_decide_the_status(project_of_all: Project) -> None:
    assert project_of_all.promo_here("coverage", "sub/odd.py").status == 0


WRONG = {
    "no path": (),
    "no such path": ("absent.py",),
    "no such format": ("plain.py", "--format", "xml"),
    "no percentage": ("plain.py", "--fail-under", "101"),
    "a file for a folder": ("plain.py", "--html", "plain.py"),
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG)
def test_wrong_usage(arguments: tuple[str, ...], project_of_all: Project) -> None:
    done = project_of_all.promo_here("coverage", *arguments)
    assert (done.status, done.out) == (2, "")
    assert "rror:" in done.err


BROKEN = {
    "a syntax error": b"def f(:\n",
    "what is not UTF-8": b"x = '\xff'\n",
    "a null byte": b"x = 1\x00\n",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_checked_is_not_measured(text: bytes, project: Project) -> None:
    project.write("broken.py", text)
    done = project.promo_here("coverage", "broken.py", "--html", "pages")
    assert done.status == 2
    assert "broken.py" in done.out + done.err
    assert list((project.folder / "pages").iterdir()) == []


BRANCHES = """\
import jax.numpy as jnp


def dense(x, w, b=None):
    y = x @ w
    if b is not None:
        shifted = y + jnp.exp(b)
        return shifted
    return y


def test_nothing():
    def inner(x):
        return x + 1

    inner(jnp.ones(2))
    return jnp.zeros(2)


dense(jnp.ones((2, 2)), jnp.ones((2, 2)))
"""


def test_what_no_call_reaches_does_not_count(project: Project) -> None:
    project.write("branches.py", BRANCHES)
    alone = data(project, "coverage", "branches.py")["summary"]
    assert (alone["array_expressions"], alone["known_dtype"]) == (13, 13)
    project.write("branches.py", f"{BRANCHES}dense(jnp.ones(2), jnp.ones(2), jnp.ones(2))\n")
    reached = data(project, "coverage", "branches.py")["summary"]
    # Six expressions in the branch, its condition, and four in the call.
    assert (reached["array_expressions"], reached["known_dtype"]) == (24, 24)
