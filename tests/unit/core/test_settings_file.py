"""The settings are looked for where mypy looks for its configuration, then in files of ours."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from mypy.main import process_options

from promo_typing.core.settings_file import settings_file

OF_MYPY = {"mypy.ini": "[mypy]\n", "setup.cfg": "[mypy]\n", "pyproject.toml": "[tool.mypy]\n"}
OURS = {
    "mypy.ini": "[promo-typing]\n",
    ".mypy.ini": "",
    "setup.cfg": "[promo-typing]\n",
    "pyproject.toml": "[tool.promo-typing]\n",
}
LAYOUTS: dict[str, dict[str, str]] = {
    "none": {"pyproject.toml": "[tool.black]\n", "setup.cfg": "[metadata]\n"},
    "mypy.ini": {**OF_MYPY},
    "hidden": {**OURS, "mypy.ini": ""},
    ".mypy.ini": {".mypy.ini": "", "pyproject.toml": OF_MYPY["pyproject.toml"]},
    "toml": {"pyproject.toml": OF_MYPY["pyproject.toml"], "setup.cfg": OF_MYPY["setup.cfg"]},
    "setup.cfg": {"setup.cfg": OF_MYPY["setup.cfg"], "pyproject.toml": OURS["pyproject.toml"]},
    "above": {"../mypy.ini": "[mypy]\n"},
    "here and above": {"setup.cfg": "[mypy]\n", "../mypy.ini": "[mypy]\n"},
    "above the repository": {".git": "", "../mypy.ini": "[mypy]\n"},
    "of the user": {"../home/.mypy.ini": "[mypy]\n", ".git": ""},
    "of the user, in the usual folder": {"../home/.config/mypy/config": "[mypy]\n", ".git": ""},
    "of the user, in another folder": {"../xdg/mypy/config": "[mypy]\n", ".git": ""},
    "broken": {"pyproject.toml": "[tool", "setup.cfg": "[mypy]\n"},
}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    write(folder, {"main.py": ""})
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    (tmp_path / ".hg").mkdir()
    return folder


@pytest.mark.parametrize("layout", LAYOUTS)
def test_as_mypy_does(project: Path, layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project, LAYOUTS[layout])
    # mypy computes these paths when it is imported.
    paths = [str(project.parent / "xdg/mypy/config")]
    paths += [str(project.parent / "home" / name) for name in (".config/mypy/config", ".mypy.ini")]
    monkeypatch.setattr("mypy.defaults.USER_CONFIG_FILES", paths)
    _, options = process_options(["main.py"], io.StringIO(), io.StringIO())
    assert settings_file() == options.config_file


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", OURS["pyproject.toml"]),
        ("setup.cfg", OURS["setup.cfg"]),
        ("pyproject.toml", "[[tool.promo-typing.overrides]]\n"),
        ("setup.cfg", "[promo-typing-tests.*]\n"),
    ],
)
def test_ours_where_mypy_has_none(project: Path, name: str, text: str) -> None:
    write(project, {name: text})
    assert settings_file() == name
