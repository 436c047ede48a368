"""``promo doctor`` names the stubs that each checker sees, and the problems of an environment."""

from __future__ import annotations

import venv
from pathlib import Path

import pytest

from promo_cli.doctor import environment
from promo_cli.stubs.installation import own_standard_package
from tests.processes import Result

from .conftest import Project
from .test_environment import install

OWN = own_standard_package()
STANDARD = f"{OWN}: x64 off, standard promotion"
UNDECIDED = f"{OWN}: no dtypes, for want of a platform; set pythonPlatform"
"""The line for basedpyright, which checks for all platforms unless the settings name one."""


def lines(done: Result) -> dict[str, str]:
    """The description of each checker, by its name."""
    pairs = (line.split(maxsplit=1) for line in done.out.splitlines())
    return {name.rstrip(":"): text for name, text in pairs}


def test_nothing_is_wrong(project: Project) -> None:
    done = project.promo_here("doctor")
    assert (done.status, done.err) == (0, "")
    checkers = ("mypy", "pyright", "pyrefly", "ty", "zuban")
    expected = {"settings": "x64 off, standard promotion", **dict.fromkeys(checkers, STANDARD)}
    assert lines(done) == expected | {"basedpyright": UNDECIDED}


@pytest.mark.parametrize("checker", ["pyright", "basedpyright"])
def test_all_platforms(project: Project, checker: str) -> None:
    project.write("pyproject.toml", f"[tool.{checker}]\npythonPlatform = 'All'\n")
    done = project.promo_here("doctor")
    assert (done.status, lines(done)[checker]) == (1, UNDECIDED)
    assert f"{checker} knows no dtypes, since it checks for all platforms" in done.err
    project.write("pyproject.toml", f"[tool.{checker}]\npythonPlatform = 'Linux'\n")
    done = project.promo_here("doctor")
    assert (done.status, lines(done)[checker], done.err) == (0, STANDARD, "")


@pytest.mark.parametrize(
    ("checker", "file", "text"),
    [
        ("pyrefly", "pyrefly.toml", 'search-path = ["typings"]\n'),
        ("pyrefly", "pyproject.toml", '[tool.pyrefly]\nsearch-path = ["typings"]\n'),
        ("ty", "ty.toml", '[environment]\nextra-paths = ["typings"]\n'),
        ("ty", "pyproject.toml", '[tool.ty.environment]\nextra-paths = ["typings"]\n'),
        ("zuban", "pyproject.toml", '[tool.zuban]\nmypy_path = ["typings"]\n'),
    ],
)
def test_a_folder_on_the_search_path(project: Project, checker: str, file: str, text: str) -> None:
    project.promo_here("stubs", "--x64", "typings")
    project.write(file, text)
    done = project.promo_here("doctor")
    assert done.status == 1
    described = "typings/jax-stubs: x64 on, standard promotion, unlike the settings"
    assert lines(done)[checker] == described
    assert f"{checker} sees stubs for x64 on, standard promotion, and the settings" in done.err
    others = {text for name, text in lines(done).items() if name not in (checker, "settings")}
    assert others == {STANDARD, UNDECIDED}
    # Pyrefly looks for settings above each file, and finds none above the installed packages.
    assert (f"run it with -c {file}" in done.err) == (checker == "pyrefly")


def test_a_checker_with_the_settings_of_another(project: Project) -> None:
    """Only the other checker may be in use, so different stubs for this one are no error."""
    project.promo_here("stubs", "--x64", "typings")
    project.write("mypy.ini", "[mypy]\nmypy_path = typings\n")
    project.write("pyrightconfig.json", "{}")
    done = project.promo_here("doctor")
    assert (done.status, done.err) == (0, "")
    assert lines(done)["zuban"].endswith("x64 on, standard promotion, unlike the settings")


def test_settings_that_ask_for_other_stubs(project: Project) -> None:
    project.write("pyproject.toml", "[tool.promo-typing]\nx64 = true\npromotion = 'strict'\n")
    project.write("pyrightconfig.json", "{}")
    done = project.promo_here("doctor")
    assert (done.status, lines(done)["settings"]) == (1, "x64 on, strict promotion")
    assert set(lines(done).values()) == {
        "x64 on, strict promotion",
        f"{STANDARD}, unlike the settings",
        UNDECIDED,
    }
    error = " ".join(done.err.split())
    assert "promo stubs --x64 --promotion strict --install" in error
    assert [error.count(f"{name} sees") for name in ("pyright", "ty", "mypy")] == [1, 0, 0]


def test_the_plugin_follows_the_settings(project: Project) -> None:
    project.write("mypy.ini", "[mypy]\nplugins = promo_mypy.plugin\n[promo-typing]\nx64 = true\n")
    said = lines(project.promo_here("doctor"))
    assert said["mypy"] == "the plugin, which follows the settings (mypy.ini)"


def test_settings_without_stubs(project: Project) -> None:
    project.write("pyproject.toml", "[tool.promo-typing]\nexplicit_x64 = 'allow'\n[tool.ty]\n")
    done = project.promo_here("doctor")
    assert done.status == 1
    assert 'ty knows nothing of explicit_x64 = "allow"' in done.err


def test_another_environment(project: Project) -> None:
    venv.create(project.folder / "other", with_pip=False)
    project.write("pyrightconfig.json", '{"venvPath": ".", "venv": "other"}')
    done = project.promo_here("doctor")
    assert (done.status, lines(done)["pyright"]) == (1, "no stubs")
    assert "pyright sees no stubs of this version of promo-typing" in done.err
    (site,) = (project.folder / "other").glob("lib/python*/site-packages")
    (site / "editable.pth").write_text(f"{OWN.parent}\n")
    done = project.promo_here("doctor")
    assert (done.status, lines(done)["pyright"]) == (0, STANDARD)


def test_a_program_that_turns_x64_on(project: Project) -> None:
    project.write("package/a.py", 'import jax\n\njax.config.update("jax_enable_x64", True)\n')
    project.write("package/b.py", 'import jax\n\njax.config.update("jax_enable_x64", False)\n')
    project.write(".hidden/a.py", 'import jax\n\njax.config.update("jax_enable_x64", True)\n')
    project.write("env/pyvenv.cfg", "")
    project.write("env/a.py", 'import jax\n\njax.config.update("jax_enable_x64", True)\n')
    done = project.promo_here("doctor")
    assert done.status == 1
    assert done.err == (
        "promo: error: package/a.py:3 turns x64 on, and the settings say it is off; "
        "write x64 = true in [tool.promo-typing]\n"
    )
    assert project.promo_here("doctor", "package/b.py").status == 0
    project.write("pyproject.toml", "[tool.promo-typing]\nx64 = true\n")
    assert project.promo_here("doctor").status == 0


def test_tests_that_turn_x64_on(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nenv =\n    JAX_ENABLE_X64=1\n")
    done = project.promo_here("doctor")
    assert done.status == 1
    assert "JAX_ENABLE_X64 in pytest.ini turns x64 on" in done.err


def test_foreign_packages(tmp_path: Path) -> None:
    install(tmp_path / "a", "jax-pyrefly-stubs", "jax-stubs/__init__.pyi")
    install(tmp_path / "b", "pyrefly-shape-extensions", "shape_extensions/__init__.py")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "shape_extensions.py").write_text("raise ImportError\n")
    search = [tmp_path / name for name in "abc"]
    (problem,) = environment.problems(search)
    assert problem.startswith("jax-pyrefly-stubs has installed its own jax-stubs")
    first, second = environment.warnings(search)
    assert first.startswith(
        f"shape_extensions in {tmp_path / 'b'} sets jax.Array.__class_getitem__"
    )
    assert second.startswith(f"shape_extensions in {tmp_path / 'c'} sets")


def test_a_package_that_changes_arrays_is_no_error(project: Project) -> None:
    project.write("shape_extensions.py", "")
    done = project.promo("doctor", PYTHONPATH=str(project.folder))
    assert done.status == 0
    assert done.err.startswith("promo: warning: shape_extensions in ")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pyrightconfig.json", "{"),
        ("pyrightconfig.json", "[]"),
        ("pyrefly.toml", "a ="),
        ("mypy.ini", "strict = true\n"),
        ("ty.toml", b"\xff"),
        ("pyproject.toml", "[tool.promo-typing]\nx64 = 3\n"),
    ],
)
def test_a_file_that_cannot_be_read(project: Project, file: str, text: str | bytes) -> None:
    project.write(file, text)
    done = project.promo_here("doctor")
    assert done.status == 2
    assert done.err.startswith("promo: error: ")
    assert file in done.err


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pyproject.toml", "tool = 3\n"),
        ("pyproject.toml", "[tool]\nty = 3\n"),
        ("pyproject.toml", "[tool.ty]\nenvironment = 3\n"),
        ("pyrefly.toml", "search-path = 3\npython-interpreter-path = []\n"),
    ],
)
def test_settings_of_another_kind(project: Project, file: str, text: str) -> None:
    project.write(file, text)
    assert project.promo_here("doctor").status == 0


def test_a_path_that_is_not_there(project: Project) -> None:
    done = project.promo_here("doctor", "no/such.py")
    assert (done.status, done.out) == (2, "")
    assert "there is no file or folder" in done.err
