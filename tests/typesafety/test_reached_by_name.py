"""Fields are unknown if a program reaches their class by a string, or without naming a class."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

CLASS = """\
import importlib
from unittest import mock

import jax.numpy as jnp
from jax import Array
{imports}

class State:
    velocity: Array

    def __init__(self, velocity):
        self.velocity = velocity


def run(models, name, text, patched):
    {line}


reveal_type(State(jnp.ones(3, jnp.bfloat16)).velocity)
"""
KNOWN = (
    "mock.patch('tensorflow.io.gfile', name)",
    "mock.patch(f'tensorflow.{name}', name)",
    "patched.setattr('os.environ', {})",
    "importlib.import_module('tensorflow.' + name)",
    "getattr(itself, f'get_{name}_config')()",
    "getattr(itself, 'make_' + name)(1)",
    "getattr(models, name)()",
)
UNKNOWN = (
    "globals()[name](1.0)",
    "eval(text)(1.0)",
    "getattr(itself, name)(1.0)",
    "getattr(itself, f'St{name}')(1.0)",
    "getattr(itself, 'State')(1.0)",
    "patched.setattr(State, name, 1.0)",
)
OF_ALL_PARTS = (
    "importlib.import_module(name).State(1.0)",
    "importlib.import_module(f'main{name}').State(1.0)",
    "importlib.import_module('main').State(1.0)",
    "mock.patch('main.State', name)",
    "patched.setattr('main.State.velocity', 1.0)",
    "__import__(name).State(1.0)",
)


def parts(folder: Path, lines: tuple[str, ...]) -> list[str]:
    """Write a program for each line; return their names."""
    names = [f"part{number}" for number in range(len(lines))]
    for name, line in zip(names, lines, strict=True):
        text = CLASS.format(imports=f"import {name} as itself\n", line=line)
        (folder / f"{name}.py").write_text(text)
    return [f"{name}.py" for name in names]


def known(folder: Path, files: list[str]) -> dict[str, bool]:
    """Whether the dtype is known in each file."""
    shown = mypy(folder, *files, files=False).stdout
    found = re.findall(r'(\w+\.py):\d+: note: Revealed type is "(.*)"', shown)
    return {name: typ.endswith("bfloat16]") for name, typ in found if name in files}


def test_a_string_reaches_what_it_names(tmp_path: Path) -> None:
    write(tmp_path, "", SETTINGS)
    files = parts(tmp_path, KNOWN + UNKNOWN)
    found = known(tmp_path, files)
    wrong = [
        line
        for name, line in zip(files, KNOWN + UNKNOWN, strict=True)
        if found[name] != (line in KNOWN)
    ]
    assert wrong == []


@pytest.mark.parametrize("line", OF_ALL_PARTS)
def test_a_module_may_reach_others_that_it_does_not_import(line: str, tmp_path: Path) -> None:
    write(tmp_path, CLASS.format(imports="", line="pass"), SETTINGS)
    assert known(tmp_path, ["main.py"]) == {"main.py": True}
    assert known(tmp_path, ["main.py", *parts(tmp_path, (line,))])["main.py"] is False
