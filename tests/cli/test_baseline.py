from __future__ import annotations

import json

import pytest

from .conftest import Project

SCALED = """\
import jax.numpy as jnp
from jax import Array


def scale(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x * jnp.ones(3)
"""
AGAIN = """

def again(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x - jnp.ones(3)
"""
LISTS = """\
import jax.numpy as jnp
from jax import Array


def f(x: list[Array[jnp.floating]]) -> None: ...


def g(x: list[Array[jnp.bfloat16]]) -> None:
    f(x)
"""
ACCEPT = ("--baseline", "known.json", "--update-baseline")


@pytest.fixture
def program(project: Project) -> Project:
    project.write("src/a.py", SCALED)
    assert project.promo("check", "src", *ACCEPT).status == 0
    return project


def baseline(project: Project) -> object:
    return json.loads((project.folder / "known.json").read_text())


def one_error(file: str) -> dict[str, object]:
    return {"schema": 1, "files": {file: {"return-value": {"12": 1}}}}


def test_update(project: Project) -> None:
    project.write("src/a.py", SCALED)
    done = project.promo("check", "src", *ACCEPT)
    assert (done.status, done.err) == (0, "promo: note: known.json has 1 error now\n")
    assert done.out.startswith("No errors (1 file checked)\n")
    assert baseline(project) == one_error("src/a.py")


def test_known_errors_are_not_shown(program: Project) -> None:
    done = program.promo("check", "src", "--baseline", "known.json")
    assert done.status == 0
    assert done.err == "promo: note: 1 error not shown, as known.json has them\n"
    assert done.out.startswith("No errors (1 file checked)\n")


def test_lines_may_move(program: Project) -> None:
    program.write("src/a.py", f'"""More."""\n\n\n{SCALED}')
    assert program.promo("check", "src", "--baseline", "known.json").status == 0


def test_new_errors_are_shown(program: Project) -> None:
    program.write("src/b.py", SCALED)
    done = program.promo("check", "src", "--baseline", "known.json", "--format", "json")
    assert done.status == 1
    data = json.loads(done.out)
    assert {found["file"] for found in data["findings"]} == {"src/b.py"}
    assert data["summary"]["errors"] == 1


def test_more_errors_of_a_key_than_known_are_all_shown(program: Project) -> None:
    program.write("src/a.py", SCALED + AGAIN)
    done = program.promo("check", "src", "--baseline", "known.json")
    assert (done.status, done.out.count(": error: ")) == (1, 2)
    assert done.err == (
        "promo: note: src/a.py, column 12: return-value: 1 more than in known.json, which of them "
        "is not known\n"
    )


def test_what_is_no_longer_found_is_reported(program: Project) -> None:
    program.write("src/a.py", "x = 1\n")
    done = program.promo("check", "src", "--baseline", "known.json")
    assert done.status == 0
    assert done.err == (
        "promo: warning: known.json: src/a.py, column 12: return-value: 1 fewer found than it has\n"
        "promo: warning: known.json is out of date; --update-baseline removes what is not found\n"
    )
    program.promo("check", "src", *ACCEPT)
    assert baseline(program) == {"schema": 1, "files": {}}


def test_files_that_are_not_checked_keep_their_errors(program: Project) -> None:
    program.write("src/b.py", SCALED)
    done = program.promo("check", "src/b.py", *ACCEPT)
    assert done.err == "promo: note: known.json has 2 errors now\n"
    done = program.promo("check", "src/b.py", "--baseline", "known.json")
    assert (done.status, "warning" in done.err) == (0, False)


def test_files_that_are_gone_are_reported(program: Project) -> None:
    (program.folder / "src/a.py").rename(program.folder / "src/b.py")
    done = program.promo("check", "src", "--baseline", "known.json")
    assert done.status == 1
    assert "known.json: src/a.py, column 12: return-value: 1 fewer" in done.err
    program.promo("check", "src", *ACCEPT)
    assert baseline(program) == one_error("src/b.py")


def test_paths_are_relative_to_the_baseline(program: Project) -> None:
    program.write("elsewhere/x.py", "x = 1\n")
    moved = program.__class__(program.folder / "elsewhere", program.environment)
    done = moved.promo("check", "../src", "--baseline", "../known.json")
    assert (done.status, "warning" in done.err) == (0, False)
    absolute = str(program.folder / "src" / "a.py")
    assert moved.promo("check", absolute, "--baseline", "../known.json").status == 0


def test_the_file_is_stable(program: Project) -> None:
    program.write("src/b.py", f"x: int = ''\n{SCALED}".replace("import jax", "\nimport jax", 1))
    program.promo("check", "src", *ACCEPT)
    first = (program.folder / "known.json").read_text()
    program.promo("check", "src/b.py", "src/a.py", *ACCEPT)
    assert (program.folder / "known.json").read_text() == first
    assert first.endswith("}\n")
    assert [*json.loads(first)["files"]] == ["src/a.py", "src/b.py"]


def test_notes_go_with_their_error(project: Project) -> None:
    project.write("a.py", LISTS)
    assert ": note: " in project.promo("check", "a.py", "--all").out
    done = project.promo("check", "a.py", "--all", *ACCEPT)
    assert (done.status, ": note: " in done.out) == (0, False)


def test_a_program_that_cannot_be_parsed_changes_no_baseline(program: Project) -> None:
    program.write("src/b.py", "x = (\n")
    done = program.promo("check", "src", *ACCEPT)
    assert (done.status, "known.json" in done.err) == (2, False)
    assert "nothing is written to the baseline: not all files can be parsed" in done.err
    assert baseline(program) == one_error("src/a.py")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no baseline 'known.json'; --update-baseline beside --baseline"),
        ("{", "cannot read the baseline 'known.json': "),
        ("[]", "'known.json' is no baseline that this version of promo knows; delete it"),
        ('{"schema": 2, "files": {}}', "'known.json' is no baseline that this version of promo"),
        ('{"schema": 1, "files": {"a.py": 3}}', "'known.json' is no baseline that this version"),
    ],
)
def test_what_is_no_baseline(project: Project, text: str | None, message: str) -> None:
    project.write("a.py", "x = 1\n")
    if text is not None:
        project.write("known.json", text)
    done = project.promo("check", "a.py", "--baseline", "known.json")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"promo: error: {message}")
    assert done.err.count("\n") == 1


def test_a_baseline_that_cannot_be_written(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    done = project.promo("check", "a.py", "--baseline", "no/known.json", "--update-baseline")
    assert (done.status, done.out) == (2, "")
    assert "cannot write the baseline 'no/known.json'" in done.err


def test_update_without_a_file_is_wrong_usage(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    done = project.promo("check", "a.py", "--update-baseline")
    assert (done.status, done.out) == (2, "")
    assert "--update-baseline needs --baseline FILE" in done.err


UNKNOWN = "from jax import Array\n\ndef f(x: Array, y: Array) -> None:\n    x == y\n"


@pytest.mark.parametrize(("percent", "status"), [("33", 0), ("33.3", 0), ("33.34", 1), ("100", 1)])
def test_fail_under(project: Project, percent: str, status: int) -> None:
    project.write("a.py", UNKNOWN)
    done = project.promo("check", "a.py", "--fail-under", percent)
    assert done.status == status
    message = (
        "promo: error: 1 of 3 array expressions are of known dtype: 33.33 %, and --fail-under "
        f"asks for {percent} %\n"
    )
    assert done.err == (message if status else "")


def test_fail_under_where_there_are_no_arrays(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    assert project.promo("check", "a.py", "--fail-under", "100").status == 0


def test_fail_under_takes_percent(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    assert project.promo("check", "a.py", "--fail-under", "101").status == 2
