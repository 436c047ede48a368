"""The mark of overloaded functions."""

from __future__ import annotations

from promo_stubgen.encode.overloaded import DEFINITIONS, marked
from promo_stubgen.ir.signatures import read
from promo_typing.core.stub_names import NO_OPERAND, NO_RESULT

OVERLOADS = [
    read("(self, x: int, y: int = 0) -> Array[weak_int]"),
    read("(self, x: ArrayLike, y: int = 0) -> Array"),
]


def test_it_stands_before_the_last_overload_and_no_call_gives_its_keyword() -> None:
    first, mark, last = marked(OVERLOADS)
    assert [first, last] == OVERLOADS
    assert str(mark) == (
        f"(self, x: {NO_OPERAND}, y: {NO_OPERAND}, *, mark: {NO_OPERAND}) -> {NO_RESULT}"
    )
    assert not any(each.is_optional for each in mark.parameters)


def test_a_function_that_is_not_overloaded_has_none() -> None:
    assert marked(OVERLOADS[:1]) == OVERLOADS[:1]
    assert marked([]) == []


def test_what_marks_has_no_instances() -> None:
    """Its constructor requires an instance, so nobody can make the first one."""
    assert f"class {NO_OPERAND}:\n    def __init__(self, it: {NO_OPERAND}) -> None: ..." in (
        DEFINITIONS
    )
