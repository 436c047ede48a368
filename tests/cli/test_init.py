from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from mypy.options import Options

from promo_cli.setup.checkers import PLANS
from promo_cli.setup.document import Change
from tests.processes import Result

from .conftest import Project
from .test_check import PROGRAM

BIN = Path(sys.executable).parent

PYPROJECT = """\
[project]  # mine
name = "a"

[tool.mypy]   # strict, of course
strict = true  # yes

[[tool.mypy.overrides]]
module = "b.*"

[tool.other]
key   =   1
"""


def init(project: Project, *options: str) -> Result:
    """Run the command twice, and return the first result; the second run writes nothing."""
    done = project.promo_here("init", *options)
    files = {path: path.read_bytes() for path in project.folder.iterdir() if path.is_file()}
    again = project.promo_here("init", *options)
    assert "wrote" not in again.out
    assert {path: path.read_bytes() for path in files} == files
    return done


def text(project: Project, name: str) -> str:
    return (project.folder / name).read_bytes().decode()


def test_mypy_in_pyproject(project: Project) -> None:
    project.write("pyproject.toml", PYPROJECT)
    done = init(project)
    assert done == Result(
        0,
        "pyproject.toml: [tool.mypy]: wrote:\n"
        '    plugins = ["promo_mypy.plugin"]\n'
        "    allow_redefinition = true\n",
        "",
    )
    added = 'plugins = ["promo_mypy.plugin"]\nallow_redefinition = true\n'
    before, mine, after = PYPROJECT.partition("strict = true  # yes\n")
    assert text(project, "pyproject.toml") == before + mine + added + after


@pytest.mark.parametrize(
    ("plugins", "result"),
    [
        ('["a.b"]', ["a.b", "promo_mypy.plugin"]),
        ('[\n    "a.b",  # first\n]', ["a.b", "promo_mypy.plugin"]),
        ("[]", ["promo_mypy.plugin"]),
        ('"a.b"', "a.b, promo_mypy.plugin"),
        ('["promo_mypy.plugin"]', ["promo_mypy.plugin"]),
        ('"a.b, promo_mypy"', "a.b, promo_mypy"),
    ],
)
def test_plugins_of_the_user_stay(project: Project, plugins: str, result: object) -> None:
    project.write("pyproject.toml", f"[tool.mypy]\nplugins = {plugins}\n")
    init(project)
    data = tomllib.loads(text(project, "pyproject.toml"))
    assert data["tool"]["mypy"] == {"plugins": result, "allow_redefinition": True}
    if "# first" in plugins:
        assert "# first" in text(project, "pyproject.toml")


INI = """\
; of mine
[mypy]
# why
strict = True

[mypy-b.*]
ignore_missing_imports = True
"""


@pytest.mark.parametrize("name", ["mypy.ini", ".mypy.ini", "setup.cfg"])
def test_mypy_in_ini(project: Project, name: str) -> None:
    project.write(name, INI)
    done = init(project)
    added = "plugins = promo_mypy.plugin\nallow_redefinition = true\n"
    assert done.out == f"{name}: [mypy]: wrote:\n" + "".join(
        f"    {line}\n" for line in added.splitlines()
    )
    before, mine, after = INI.partition("strict = True\n")
    assert text(project, name) == before + mine + added + after


@pytest.mark.parametrize(
    ("plugins", "line"),
    [
        ("a.b", "plugins = a.b, promo_mypy.plugin\n"),
        ("a.b,", "plugins = a.b, promo_mypy.plugin\n"),
        ("", "plugins = promo_mypy.plugin\n"),
        ("\n  a.b,\n  c.d", "c.d, promo_mypy.plugin\n"),
    ],
)
def test_plugins_in_ini(project: Project, plugins: str, line: str) -> None:
    project.write("mypy.ini", f"[mypy]\nplugins = {plugins}\n")
    init(project)
    assert line in text(project, "mypy.ini")


def test_mypy_accepts_what_was_written_and_knows_dtypes(project: Project) -> None:
    project.write("mypy.ini", "[mypy]\nplugins =\n    mypy.plugins.proper_plugin,\n")
    project.write("program.py", PROGRAM)
    init(project)
    done = subprocess.run(
        [BIN / "mypy", "program.py"],
        cwd=project.folder,
        env=project.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "[dtype-promotion]" in done.stdout, done.stdout + done.stderr
    assert done.stderr == ""


def test_the_file_that_mypy_reads(project: Project) -> None:
    project.write("pyproject.toml", PYPROJECT)
    project.write("setup.cfg", INI)
    project.write("mypy.ini", "")
    init(project)
    assert text(project, "mypy.ini") == (
        "[mypy]\nplugins = promo_mypy.plugin\nallow_redefinition = true\n"
    )
    assert text(project, "pyproject.toml") == PYPROJECT
    assert text(project, "setup.cfg") == INI


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ("allow_redefinition = false", "allow_redefinition stays off; without it"),
        ("local_partial_types = false", "allow_redefinition is not written, since it needs local"),
        ("allow_redefinition_old = true", "allow_redefinition is not written, since mypy takes it"),
    ],
)
def test_settings_of_the_user_stay(project: Project, line: str, remark: str) -> None:
    written = f"[tool.mypy]\n{line}\n"
    project.write("pyproject.toml", written)
    done = init(project)
    assert done.err.startswith(f"promo: note: pyproject.toml: [tool.mypy]: {remark}")
    assert text(project, "pyproject.toml") == f'{written}plugins = ["promo_mypy.plugin"]\n'


def test_the_options_of_mypy_before_version_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Options, "allow_redefinition_new", False, raising=False)
    options = [Change("allow_redefinition_new", True), Change("local_partial_types", True)]
    assert PLANS["mypy"]({"plugins": ["promo_mypy.plugin"]}).changes == options
    plan = PLANS["mypy"]({"plugins": "promo_mypy", "allow_redefinition": "yes"})
    assert plan.changes == []
    assert len(plan.remarks) == 1


@pytest.fixture
def environment(project: Project) -> Project:
    """A project with the files by which an environment is recognised."""
    project.write(".venv/pyvenv.cfg", "")
    return project


COMMENTED = """\
// { "of": "mine" }
{
    /* "venv": "not this" */
    "include": ["src"], // and "quoted"
    "url": "http://a",
}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{}", '{\n  "venv": ".venv",\n  "venvPath": "."\n}'),
        ("", '{\n  "venv": ".venv",\n  "venvPath": "."\n}\n'),
        ('{"a": 1}', '{"venv": ".venv", "venvPath": ".", "a": 1}'),
        (
            COMMENTED,
            COMMENTED.replace('"include"', '"venv": ".venv",\n    "venvPath": ".",\n    "include"'),
        ),
    ],
)
def test_pyright_is_told_of_the_environment(environment: Project, before: str, after: str) -> None:
    environment.write("pyrightconfig.json", before)
    done = init(environment)
    assert done.out == ('pyrightconfig.json: wrote:\n    "venvPath": "."\n    "venv": ".venv"\n')
    assert text(environment, "pyrightconfig.json") == after


def test_pyright_in_pyproject(environment: Project) -> None:
    environment.write("pyproject.toml", "[tool.pyright]\n\n[tool.x]\n")
    init(environment)
    data = tomllib.loads(text(environment, "pyproject.toml"))
    assert data["tool"] == {"pyright": {"venvPath": ".", "venv": ".venv"}, "x": {}}


def test_pyright_knows_dtypes_then(project: Project) -> None:
    """pyright does not look for an environment by itself, and here none is on the path."""
    (project.folder / ".venv").symlink_to(sys.prefix)
    project.write("program.py", PROGRAM)
    project.write("pyrightconfig.json", '{"include": ["program.py"]}')
    init(project)
    node = shutil.which("node", path=f"{BIN}:{project.environment['PATH']}")
    done = subprocess.run(
        [BIN / "pyright", "--outputjson"],
        cwd=project.folder,
        env=project.environment | {"PATH": f"{Path(node).parent}:/usr/bin:/bin" if node else ""},
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(done.stdout)["generalDiagnostics"]
    assert {each["rule"] for each in found} == {"reportReturnType", "reportOperatorIssue"}, found


@pytest.mark.parametrize("line", ['"venv": "env"', '"venvPath": "/envs"'])
def test_an_environment_of_the_user_stays(environment: Project, line: str) -> None:
    environment.write("pyrightconfig.json", f"{{{line}}}")
    assert init(environment).out == "pyrightconfig.json: nothing to write\n"
    assert text(environment, "pyrightconfig.json") == f"{{{line}}}"


def test_pyright_that_is_off(project: Project) -> None:
    project.write("pyrightconfig.json", '{"typeCheckingMode": "off"}')
    assert 'typeCheckingMode stays "off"' in init(project).err


@pytest.mark.parametrize(("preset", "noted"), [("basic", True), ("off", True), ("strict", False)])
def test_pyrefly(project: Project, preset: str, noted: bool) -> None:
    project.write("pyrefly.toml", f'preset = "{preset}"\n')
    done = init(project)
    assert done.out == "pyrefly.toml: nothing to write\n"
    assert (f'preset stays "{preset}"' in done.err) == noted


def test_pyrefly_that_is_to_be_set_up(project: Project) -> None:
    done = init(project, "--checker", "pyrefly")
    assert done.out == 'pyrefly.toml: wrote:\n    preset = "default"\n'
    assert text(project, "pyrefly.toml") == 'preset = "default"\n'


def test_all_checkers_in_one_file(environment: Project) -> None:
    environment.write("pyproject.toml", '[project]\nname = "a"\n')
    init(environment, *(f"--checker={name}" for name in ("mypy", "pyright", "pyrefly")))
    assert tomllib.loads(text(environment, "pyproject.toml")) == {
        "project": {"name": "a"},
        "tool": {
            "mypy": {"plugins": ["promo_mypy.plugin"], "allow_redefinition": True},
            "pyright": {"venvPath": ".", "venv": ".venv"},
            "pyrefly": {"preset": "default"},
        },
    }


def test_a_project_without_settings(project: Project) -> None:
    project.write("pyproject.toml", "[tool.other]\n")
    done = init(project)
    assert (done.status, done.out) == (0, "")
    assert "no settings of mypy, pyright or Pyrefly here" in done.err
    assert text(project, "pyproject.toml") == "[tool.other]\n"


def test_check_writes_nothing(project: Project) -> None:
    project.write("pyproject.toml", PYPROJECT)
    done = project.promo_here("init", "--check")
    assert (done.status, "would write:\n    plugins" in done.out) == (1, True)
    assert text(project, "pyproject.toml") == PYPROJECT
    init(project)
    assert project.promo_here("init", "--check").status == 0


def test_ends_of_lines_stay(project: Project) -> None:
    for name, content in (("mypy.ini", INI), ("pyrightconfig.json", COMMENTED)):
        project.write(name, content.replace("\n", "\r\n"))
    project.write(".venv/pyvenv.cfg", "")
    init(project)
    for name in ("mypy.ini", "pyrightconfig.json"):
        written = text(project, name)
        assert "venv" in written or "promo_mypy" in written
        assert written.count("\n") == written.count("\r\n")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pyproject.toml", "[tool.mypy\n"),
        ("mypy.ini", "strict = true\n"),
        ("pyrightconfig.json", "{"),
        ("pyrightconfig.json", "[]"),
        ("pyrefly.toml", b"\xff"),
    ],
)
def test_a_file_that_cannot_be_read(project: Project, name: str, content: str | bytes) -> None:
    project.write(name, content)
    done = project.promo_here("init")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("promo: error: ")
    assert name in done.err
