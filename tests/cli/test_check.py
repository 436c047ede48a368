from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import ExitStack, closing
from importlib import metadata
from pathlib import Path

import pytest
from mypy.options import Options

from promo_cli.mypy_run import run_mypy
from promo_typing.core.configuration import SETTINGS_VARIABLE
from tests.typesafety.mypy_runs import cache_of_promo

from .conftest import Project

PROGRAM = """\
import jax.numpy as jnp
from jax import Array


def scale(x: Array[jnp.bfloat16], w: Array[jnp.float32]) -> Array[jnp.bfloat16]:
    y = x * w
    return y


def mix(x: Array[jnp.float8_e4m3fn], é: Array[jnp.float32]) -> object:
    "ééé"; return x + é


def unknown(x: Array) -> Array:
    return x * 2
"""
TYPE = 'Incompatible return value type (got "Array[float32]", expected "Array[bfloat16]")'
NOTE = "float32 comes from w (Array[float32]), {}:6; it is float32 from 'x * w' on"


@pytest.fixture
def program(project: Project) -> Project:
    project.write("program.py", PROGRAM)
    return project


def test_text(program: Project) -> None:
    done = program.promo("check", "program.py")
    assert (done.status, done.err) == (1, "")
    first, second = done.out.split("program.py:11:")
    assert first == (
        f"program.py:7:12: error: {TYPE}  [return-value]\n  7 |     return y\n    |            ^\n"
        f"program.py:7:12: note: {NOTE.format('program.py')}\n"
    )
    message, *rest = second.splitlines()
    assert message.startswith("19: error: float8_e4m3fn + float32: ")
    assert message.endswith("  [dtype-promotion]")
    assert rest == [
        '  11 |     "ééé"; return x + é',
        "     |                   ^^^^^",
        "Found 2 errors in 1 file (1 file checked)",
        "9 array expressions, 7 of known dtype (77.8 %)",
    ]


def test_json(program: Project) -> None:
    done = program.promo("check", "program.py", "--format", "json")
    assert (done.status, done.err) == (1, "")
    data = json.loads(done.out)
    assert data["schema"] == 1
    first, note, second = data["findings"]
    assert (note["severity"], note["message"]) == ("note", NOTE.format("program.py"))
    assert first == {
        "file": "program.py",
        "line": 7,
        "column": 12,
        "end_line": 7,
        "end_column": 12,
        "severity": "error",
        "code": "return-value",
        "message": TYPE,
    }
    assert (second["code"], second["column"], second["end_column"]) == ("dtype-promotion", 19, 23)
    assert data["summary"] == {
        "files": 1,
        "files_with_errors": 1,
        "errors": 2,
        "notes": 1,
        "array_expressions": 9,
        "known_dtype": 7,
        "may_be_arrays": 0,
        "other_errors": 0,
        "unchecked_functions": 0,
        "blocked": False,
    }


def test_github(program: Project) -> None:
    program.write("we:ird,100%.py", "x: int = ''\nreveal_type(x)\n")
    done = program.promo("check", "program.py", "we:ird,100%.py", "--format", "github")
    assert (done.status, done.err) == (1, "")
    place = "file=we%3Aird%2C100%25.py,line=2,endLine=2,col=13,endColumn=13"
    assert f'::notice {place},title=mypy::Revealed type is "' in done.out
    place = "file=program.py,line=7,endLine=7,col=12,endColumn=12"
    assert f"::error {place},title=return-value::{TYPE}\n" in done.out
    assert "title=dtype-promotion::float8_e4m3fn + float32" in done.out


EXPECTED_BY_MYPY = """\
import jax
import jax.numpy as jnp


def rows(x, factors):
    length, width, _ = x.shape

    def step(state, each):
        return each * state, state

    _, states = jax.lax.scan(step, jnp.zeros(2, jnp.float32), factors)
    return states


def summed(*arrays):
    return sum(jnp.sum(each) for each in arrays)


rows(eval("jnp.ones((2, 2, 2))"), jnp.ones(3))
rows(jnp.ones((2, 2, 2)), jnp.ones(3))
jax.grad(lambda *x: summed(*x))(jnp.ones(2), jnp.ones(2), jnp.ones(2))
"""


def test_what_mypy_expects_of_a_loop_and_a_lambda_is_no_mistake(project: Project) -> None:
    """mypy's expectations in a loop and for a lambda differ from JAX's, and are not reported.

    The only unknown expression is the ``x`` of the first call.
    """
    project.write("program.py", EXPECTED_BY_MYPY)
    done = project.promo("check", "program.py")
    assert (done.status, done.err) == (0, "")
    assert "24 array expressions, 23 of known dtype" in done.out


def test_percent_and_newline_are_escaped_in_a_message() -> None:
    from promo_cli.finding import Finding
    from promo_cli.formats.github import annotation

    found = Finding("a.py", None, "error", "50 %\nof: a, b", "misc")
    assert annotation(found) == "::error file=a.py,title=misc::50 %25%0Aof: a, b"


def test_clean_program(project: Project) -> None:
    project.write("package/a.py", "import jax.numpy as jnp\nx = jnp.ones(3, jnp.bfloat16) * 2.0\n")
    project.write("package/b.py", "y = 1\n")
    done = project.promo("check", "package")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "No errors (2 files checked)\n3 array expressions, 3 of known dtype (100.0 %)\n"
    )


def test_a_second_run_counts_the_same(program: Project) -> None:
    first, second = (program.promo("check", "program.py") for _ in range(2))
    assert first == second


@pytest.mark.slow  # mypy waits five seconds for the lock of each part of its cache
def test_a_cache_that_another_process_holds(program: Project) -> None:
    del program.environment["MYPY_CACHE_DIR"]
    shutil.copytree(cache_of_promo(), program.folder / ".mypy_cache")
    first = program.promo("check", "program.py")
    with ExitStack() as stack:
        databases = [*(program.folder / ".mypy_cache").rglob("*.db")]
        assert databases
        for path in databases:
            database = stack.enter_context(closing(sqlite3.connect(path)))
            database.execute("pragma journal_mode=delete")
            database.execute("begin exclusive")
        assert program.promo("check", "program.py") == first


def test_cache_is_beside_that_of_mypy(program: Project) -> None:
    program.write("plain.py", "x = 1\n")
    del program.environment["MYPY_CACHE_DIR"]
    assert program.promo("check", "plain.py").status == 0
    assert {path.name for path in (program.folder / ".mypy_cache").iterdir()} >= {"promo-typing"}


def test_settings_of_mypy_hold(project: Project) -> None:
    project.write("pyproject.toml", "[tool.mypy]\nstrict = true\nplugins = ['promo_mypy.plugin']\n")
    project.write("a.py", "def f(x):  # type: ignore[misc]\n    return x\n")
    done = project.promo("check", "a.py", "--format", "json", "--all")
    codes = {found["code"] for found in json.loads(done.out)["findings"]}
    assert done.status == 1
    assert codes >= {"no-untyped-def", "unused-ignore"}


REDEFINED = """\
import jax.numpy as jnp

def f() -> None:
    x = jnp.arange(3)
    x = x / 2
    x = x.astype(jnp.bfloat16)
    y: float = x
"""


def test_a_variable_gets_another_dtype(project: Project) -> None:
    project.write("a.py", REDEFINED)
    done = project.promo("check", "a.py", "--all", "--format", "json")
    (found,) = json.loads(done.out)["findings"]
    assert (found["line"], found["code"]) == (7, "assignment")
    assert "Array[bfloat16]" in found["message"]


def test_settings_of_mypy_that_do_not_say_whether_it_does(project: Project) -> None:
    project.write("mypy.ini", "[mypy]\nwarn_unused_ignores = true\n")
    test_a_variable_gets_another_dtype(project)


@pytest.mark.parametrize(
    "stated", ["allow_redefinition", "allow_redefinition_new", "local_partial_types"]
)
def test_settings_of_mypy_say_whether_it_does(project: Project, stated: str) -> None:
    if not hasattr(Options(), stated):
        stated = "allow_redefinition"
    project.write("mypy.ini", f"[mypy]\n{stated} = false\n")
    project.write("a.py", REDEFINED)
    done = project.promo("check", "a.py", "--format", "json", "--all")
    assert [found["line"] for found in json.loads(done.out)["findings"]] == [5, 6, 7]


@pytest.mark.parametrize("configured", [False, True])
def test_a_library_without_types_is_reported_only_by_the_settings_of_mypy(
    project: Project, configured: bool
) -> None:
    if configured:
        project.write("mypy.ini", "[mypy]\n")
    project.write("a.py", "import scipy\n\nvalue = scipy.anything\n")
    done = project.promo("check", "a.py", "--all", "--format", "json")
    codes = {found["code"] for found in json.loads(done.out)["findings"]} - {None}
    assert codes == ({"import-untyped"} if configured else set())
    assert done.status == configured


def test_files_that_mypy_finds_under_two_names(project: Project) -> None:
    """A script imports the file beside it by its bare name, and so do scripts in two folders."""
    project.write("app/layers.py", "import jax.numpy as jnp\nx = jnp.ones(3, jnp.float8_e5m2)\n")
    project.write("app/main.py", "from layers import x\nfrom app.layers import x as y\ny + x\n")
    project.write("other/layers.py", "import jax.numpy as jnp\njnp.ones(3, jnp.float64)\n")
    done = project.promo("check", "app", "other")
    assert (done.status, done.err) == (1, "")
    assert "other/layers.py:2:13: error: float64 is asked for" in done.out
    assert "(3 files checked)" in done.out


def test_error_codes_can_be_ignored(program: Project) -> None:
    text = PROGRAM.replace("return y", "return y  # type: ignore[return-value]")
    program.write("program.py", text.replace("x + é", "x + é  # type: ignore[dtype-promotion]"))
    done = program.promo("check", "program.py")
    assert (done.status, done.err) == (0, "")


def test_error_codes_can_be_disabled(project: Project) -> None:
    project.write("mypy.ini", "[mypy]\ndisable_error_code = assignment, dtype-promotion\n")
    project.write("a.py", "x: int = ''\n")
    assert project.promo("check", "a.py", "--all").status == 0


@pytest.mark.parametrize("name", ["pyproject.toml", "setup.cfg"])
def test_dtype_settings_without_settings_of_mypy(project: Project, name: str) -> None:
    table = "[tool.promo-typing]" if name == "pyproject.toml" else "[promo-typing]"
    project.write(name, f'{table}\nprecision = "high"\n')
    project.write("a.py", "x = 1\n")
    done = project.promo("check", "a.py")
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert done.err.startswith(f"promo: error: {name}: {table}: unknown key 'precision'")


def test_options_for_dtypes(project: Project) -> None:
    project.write(
        "a.py",
        "import jax.numpy as jnp\nx = jnp.ones(3, jnp.float64)\ny = x + jnp.ones(3, jnp.int8)\n",
    )
    done = project.promo("check", "a.py")
    assert (done.status, done.out.count("error:")) == (1, 1)
    assert "[dtype-x64]" in done.out
    options = ("--x64", "--promotion", "strict")
    done = project.promo("check", "a.py", *options)
    assert (done.status, done.out.count("error:")) == (1, 1)
    assert "[dtype-promotion]" in done.out
    done = project.promo("reveal", "a.py:2", *options)
    assert "jnp.ones(3, jnp.float64)  -> Array[float64]" in done.out


def test_lints(project: Project) -> None:
    project.write(
        "a.py",
        "import jax.numpy as jnp\nfrom jax import Array\n\n"
        "def f(x: Array[jnp.bfloat16], y: Array[jnp.float32]) -> None:\n    x + y\n",
    )
    assert project.promo("check", "a.py").status == 0
    strict = project.promo("check", "a.py", "--lints", "strict")
    assert (strict.status, "[dtype-widening]" in strict.out) == (1, True)
    project.write("pyproject.toml", '[tool.promo-typing]\nlints = "strict"\n')
    assert project.promo("check", "a.py").out == strict.out
    assert project.promo("check", "a.py", "--lints", "recommended").status == 0


def test_an_option_comes_before_the_environment(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    wrong = '{"x64": "maybe"}'
    assert project.promo("check", "a.py", PROMO_TYPING_SETTINGS=wrong).status == 2
    assert project.promo("check", "a.py", "--no-x64", PROMO_TYPING_SETTINGS=wrong).status == 0


def test_settings_end_with_their_run(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another run in the same process begins with the user's environment again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MYPY_CACHE_DIR", str(cache))
    monkeypatch.setenv(SETTINGS_VARIABLE, '{"promotion": "strict"}')
    (tmp_path / "main.py").write_text("x = 1\n")
    assert run_mypy([str(tmp_path)], {"x64": True}, lambda _: None).blocked is False
    assert os.environ[SETTINGS_VARIABLE] == '{"promotion": "strict"}'


def test_notes_alone_are_no_findings(project: Project) -> None:
    project.write("a.py", "reveal_type(1)\n")
    done = project.promo("check", "a.py")
    assert done.status == 0
    assert done.out.startswith('a.py:1:13: note: Revealed type is "')


def test_wrong_option_of_mypy_is_a_warning(project: Project) -> None:
    project.write("mypy.ini", "[mypy]\nstrictest = true\n")
    project.write("a.py", "x = 1\n")
    done = project.promo("check", "a.py")
    assert done.status == 0
    assert done.err == ("promo: warning: mypy.ini: [mypy]: Unrecognized option: strictest = true\n")


def test_version(project: Project) -> None:
    done = project.promo("--version")
    assert (done.status, done.out) == (0, f"promo {metadata.version('promo-typing')}\n")


def test_no_path_is_wrong_usage(project: Project) -> None:
    done = project.promo("check")
    assert (done.status, done.out) == (2, "")
    assert "Error: Missing argument 'PATH...'." in done.err
