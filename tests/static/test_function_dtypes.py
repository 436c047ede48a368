"""Every checker gives a call of each function the dtype of the rule, or no dtype."""

from __future__ import annotations

import re
from typing import Final

from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS
from tests.static.function_calls import UNKNOWN, FunctionCall, function_calls, line_of

from .conftest import CALLS, Checked

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
"""The least share of calls for which a checker knows the dtype that the rule gives."""


def test_no_checker_invents_a_dtype(checked: Checked) -> None:
    checker, calls, errors = checked.checker.name, checked.calls, checked.of_the_calls()
    text = (checked.folder / CALLS).read_text(encoding="utf-8")
    assert text.count("\n") in errors, "the program was not checked"
    wrong, unknown, known = [], 0, 0
    for number, call in enumerate(calls):
        said = errors.get(line_of(number))
        if said and is_invented(call, said):
            wrong.append(f"{call.text}: {call.dtype}, but {checker} says {' / '.join(said)}")
        known += call.dtype != UNKNOWN
        unknown += call.dtype != UNKNOWN and said is not None
    assert not wrong, "\n".join(wrong)
    assert (known - unknown) / known > KNOWN[checker], f"{unknown} of {known} unknown"


def test_most_functions_are_called() -> None:
    called = {call.function for call in function_calls(Semantics())}
    assert len(called) > len(FUNCTIONS) * 0.7


def is_invented(call: FunctionCall, said: list[str]) -> bool:
    """Whether a checker complains about the call, or gives it another dtype than the rule."""
    if not all(_MISMATCH.search(message) for message in said):
        return True
    named = {dtype for message in said for dtype in _DTYPE.findall(message)}
    return bool(named - {call.dtype, dtype_class(call.dtype), UNKNOWN, "Unknown"})
