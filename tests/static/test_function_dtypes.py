"""Every checker gives the dtype of the rule to a call of each function, or none at all."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from promo_typing.core.stub_names import dtype_class
from promo_typing.core.versions import installed
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS
from tests.static.checkers import CHECKERS, Checker
from tests.static.function_calls import (
    UNKNOWN,
    FunctionCall,
    first_line,
    function_calls,
    program,
)

WITH_PLUGIN: Final = "mypy with plugin"
_MISMATCH: Final = re.compile(r"assert_type|Expression is of type|asserted type")
_DTYPE: Final = re.compile(r"Array\[(?:\w+\.)*(\w+)\]")
KNOWN: Final = {
    "mypy with plugin": 0.99,
    "mypy": 0.8,
    "pyright": 0.8,
    "pyrefly": 0.8,
    "ty": 0.6,
    "zuban": 0.6,
}
"""The least share of calls of a known dtype whose dtype the checker knows."""
WRONG: Final = "    assert_type(1, str)\n"
"""A line of which every checker complains that reads the program."""


@pytest.mark.parametrize("checker", CHECKERS.values(), ids=lambda checker: checker.name)
def test_no_checker_invents_a_dtype(checker: Checker, tmp_path: Path) -> None:
    calls = _calls(installed() if checker.name == WITH_PLUGIN else None)
    (tmp_path / "calls.py").write_text(program(calls) + WRONG, encoding="utf-8")
    errors = checker.errors(tmp_path)
    assert ("calls.py", first_line() + len(calls)) in errors, "the program was not checked"
    wrong, unknown, known = [], 0, 0
    for line, call in enumerate(calls, start=first_line()):
        said = errors.get(("calls.py", line))
        if said and _is_invented(call, said):
            wrong.append(f"{call.text}: {call.dtype}, but {checker.name} says {' / '.join(said)}")
        known += call.dtype != UNKNOWN
        unknown += call.dtype != UNKNOWN and said is not None
    assert not wrong, "\n".join(wrong)
    assert (known - unknown) / known > KNOWN[checker.name], f"{unknown} of {known} unknown"


def test_most_functions_are_called() -> None:
    called = {call.function for call in _calls(None)}
    assert len(called) > len(FUNCTIONS) * 0.7


@cache
def _calls(version: tuple[int, int] | None) -> list[FunctionCall]:
    return list(function_calls(Semantics(jax=version)))


def _is_invented(call: FunctionCall, said: list[str]) -> bool:
    """Whether a checker complains about the call, or gives it another dtype than the rule."""
    if not all(_MISMATCH.search(message) for message in said):
        return True
    named = {dtype for message in said for dtype in _DTYPE.findall(message)}
    return bool(named - {call.dtype, dtype_class(call.dtype), UNKNOWN, "Unknown"})
