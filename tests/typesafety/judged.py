"""Runs the functions of a program one by one: those that JAX refuses must have a finding."""

from __future__ import annotations

import re
import runpy
from collections.abc import Collection, Mapping
from pathlib import Path

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

_ERROR = re.compile(r"main\.py:(\d+): error: .*\[dtype-[\w-]+\]")
_BEGIN = "of_"


def assert_judged(
    folder: Path,
    program: str,
    refusals: tuple[type[Exception], ...],
    called: Mapping[str, str] | None = None,
) -> None:
    """Assert that the functions with findings are those that raise such exceptions.

    Args:
        folder: the folder for the program.
        program: the program; its functions ``of_...()`` take no arguments.
        refusals: the exceptions by which JAX refuses.
        called: for other functions with a finding, the function that calls them.
    """
    write(folder, program, SETTINGS)
    lines = [each for each in mypy(folder).stdout.splitlines() if ": error:" in each]
    found = [_ERROR.fullmatch(each) for each in lines]
    assert None not in found, lines
    names = {_function_at(program, int(each[1])) for each in found if each is not None}
    refused = _refused(folder / "main.py", refusals)
    assert {(called or {}).get(name, name) for name in names} == refused, lines
    assert refused


def _function_at(program: str, line: int) -> str:
    *_, name = re.findall(r"def (\w+)", "\n".join(program.splitlines()[:line]))
    return str(name)


def _refused(program: Path, refusals: Collection[type[Exception]]) -> set[str]:
    known = runpy.run_path(str(program))
    found = set()
    for name in (each for each in known if each.startswith(_BEGIN)):
        try:
            known[name]()
        except tuple(refusals):
            found.add(name)
    return found
