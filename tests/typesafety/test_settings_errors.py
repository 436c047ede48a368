"""A mistake in the settings ends mypy with status 2 and one line with the correction."""

from __future__ import annotations

from pathlib import Path

import pytest

from .mypy_runs import mypy, write

KEYS = "the keys are x64, explicit_x64, promotion, infer, lints"
OF_MODULES = "x64, explicit_x64, promotion, lints"
PATTERN = "write the name of a module, in which * stands for whole components, as in package.*"

INI = {
    "colour = 3": f"unknown key 'colour'; {KEYS}",
    "x64 = maybe": 'x64 = "maybe" is not valid; use true or false',
    "explicit_x64 = true": 'explicit_x64 = "true" is not valid; use "warn" or "error" or "allow"',
    "promotion =": 'promotion = "" is not valid; use "standard" or "strict"',
}
TOML = {
    "colour = 3": f"unknown key 'colour'; {KEYS}",
    "x64 = 1": "x64 = 1 is not valid; use true or false",
    'x64 = "true"': 'x64 = "true" is not valid; use true or false',
    'promotion = ["strict"]': 'promotion = ["strict"] is not valid; use "standard" or "strict"',
}


@pytest.mark.parametrize("line", INI)
def test_ini(tmp_path: Path, line: str) -> None:
    write(tmp_path, "", f"[promo-typing]\n{line}\n")
    run = mypy(tmp_path)
    assert run.status == 2
    assert run.stderr == f"promo-typing: error: mypy.ini: [promo-typing]: {INI[line]}\n"
    assert "INTERNAL ERROR" not in run.stdout


@pytest.mark.parametrize("line", TOML)
def test_toml(tmp_path: Path, line: str) -> None:
    (tmp_path / "main.py").touch()
    (tmp_path / "pyproject.toml").write_text(
        f'[tool.mypy]\nplugins = ["promo_mypy.plugin"]\n[tool.promo-typing]\n{line}\n'
    )
    run = mypy(tmp_path)
    expected = f"promo-typing: error: pyproject.toml: [tool.promo-typing]: {TOML[line]}\n"
    assert (run.status, run.stderr) == (2, expected)


OVERRIDES = {
    "module = 'tests.*'": f"expected module and some of {OF_MODULES}, got module",
    "x64 = true": f"expected module and some of {OF_MODULES}, got x64",
    "module = 'tests'\ninfer = true": (
        f"expected module and some of {OF_MODULES}, got module, infer"
    ),
    "module = 'tests'\nx64 = 'on'": 'x64 = "on" is not valid; use true or false',
    "module = ['a', 'te*']\nx64 = true": f'module = "te*" is not valid; {PATTERN}',
    "module = '*'\nx64 = true": f'module = "*" is not valid; {PATTERN}',
}


@pytest.mark.parametrize("lines", OVERRIDES)
def test_overrides(tmp_path: Path, lines: str) -> None:
    (tmp_path / "main.py").touch()
    (tmp_path / "pyproject.toml").write_text(
        f'[tool.mypy]\nplugins = ["promo_mypy"]\n[[tool.promo-typing.overrides]]\n{lines}\n'
    )
    run = mypy(tmp_path)
    place = "pyproject.toml: [tool.promo-typing] overrides"
    assert run.stderr == f"promo-typing: error: {place}: {OVERRIDES[lines]}\n"
    assert run.status == 2


def test_not_a_table(tmp_path: Path) -> None:
    (tmp_path / "main.py").touch()
    (tmp_path / "pyproject.toml").write_text(
        '[tool.mypy]\nplugins = ["promo_mypy"]\n[tool]\npromo-typing = 3\n'
    )
    run = mypy(tmp_path)
    assert run.status == 2
    assert "tool.promo-typing is to be a table" in run.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[}", "expected a JSON object, got '[}' (Expecting value: line 1 column 2 (char 1))"),
        ("3", "expected a JSON object, got '3'"),
        ('{"x6": true}', f"unknown key 'x6'; {KEYS}"),
        ('{"x64": "on"}', 'x64 = "on" is not valid; use true or false'),
    ],
)
def test_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    write(tmp_path, "")
    monkeypatch.setenv("PROMO_TYPING_SETTINGS", text)
    run = mypy(tmp_path)
    expected = f"promo-typing: error: environment variable PROMO_TYPING_SETTINGS: {message}\n"
    assert (run.status, run.stderr) == (2, expected)


def test_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        tmp_path,
        "import jax.numpy as jnp\nreveal_type(jnp.zeros(3))\n",
        "[promo-typing]\nx64 = no\npromotion = strict\n",
    )
    monkeypatch.setenv("PROMO_TYPING_SETTINGS", '{"x64": true}')
    assert ".float64]" in mypy(tmp_path).stdout


def test_the_daemon_says_it_too(tmp_path: Path) -> None:
    write(tmp_path, "", "[promo-typing]\nx64 = maybe\n")
    try:
        run = mypy(tmp_path, "run", "--", "main.py", module="mypy.dmypy", files=False)
        assert run.status == 2
        assert 'x64 = "maybe" is not valid; use true or false' in run.stdout + run.stderr
        assert "Traceback" not in run.stdout + run.stderr
    finally:
        mypy(tmp_path, "stop", module="mypy.dmypy", files=False)
