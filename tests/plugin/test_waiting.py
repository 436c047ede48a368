"""An answer that waits for modules is kept until mypy has analysed one of these modules."""

from __future__ import annotations

from mypy.nodes import MDEF, MypyFile, SymbolTable, SymbolTableNode, Var

from promo_mypy.inference.waiting import Standing, Waiting


def module() -> MypyFile:
    found = MypyFile([], [])
    found.names = SymbolTable()
    return found


def analyse(read: MypyFile) -> None:
    read.names["__name__"] = SymbolTableNode(MDEF, Var("__name__"))


class Placed(Waiting):
    """As while mypy is at a line."""

    line = 3

    @property
    def moment(self) -> int:
        return self.line


def test_what_waits_for_modules_stands_until_one_is_analysed() -> None:
    waiting = Waiting()
    known, first, second = Standing[int](waiting), module(), module()
    with waiting.apart():
        waiting.for_modules(first, second)
        known.keep("key", 1)
    with waiting.apart():
        answer = known.of("key")
        assert answer is not None
        assert answer.value == 1
        assert waiting.modules == {first, second}
    analyse(second)
    assert known.of("key") is None


def test_what_waits_for_types_stands_until_mypy_gets_on() -> None:
    waiting = Placed()
    known = Standing[int](waiting)
    with waiting.apart():
        waiting.for_modules(module())
        waiting.for_types()
        known.keep("key", 1)
    with waiting.apart():
        answer = known.of("key")
        assert answer is not None
        assert answer.value == 1
        assert not answer.is_final
        assert waiting.is_for_types
    waiting.line = 4
    assert known.of("key") is None


def test_what_waits_for_types_is_not_kept_where_it_is_not_known_how_far_mypy_is() -> None:
    waiting = Waiting()
    known = Standing[int](waiting)
    waiting.for_types()
    known.keep("key", 1)
    assert known.of("key") is None
    assert waiting


def test_what_waits_for_nothing_or_is_settled_stands_for_good() -> None:
    waiting = Waiting()
    known = Standing[int](waiting)
    known.keep("kept", 1)
    waiting.for_types()
    known.settle("settled", 2)
    answers = [known.of("kept"), known.of("settled")]
    assert [each and each.value for each in answers] == [1, 2]


def test_what_waited_before_a_block_waits_after_it() -> None:
    waiting = Waiting()
    waiting.for_types()
    with waiting.apart():
        assert not waiting
    assert waiting
