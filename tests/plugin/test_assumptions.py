"""An answer that is cached while a class is examined keeps the assumptions that it rests on."""

from __future__ import annotations

from mypy.types import AnyType, TypeOfAny

from promo_mypy.inference.assumptions import Assumptions, FieldTypes, InLook


class Counted:
    """Counts the searches for an answer, each of which needs the answers for some other names."""

    def __init__(self, assumptions: Assumptions, *names: str) -> None:
        self.assumptions = assumptions
        self.names = names
        self.times = 0

    def find(self) -> int:
        for name in self.names:
            self.assumptions.of(name)
        self.times += 1
        return self.times


def test_what_is_found_is_remembered_for_one_look() -> None:
    assumptions = Assumptions()
    found, counted = InLook[int](assumptions), Counted(assumptions)
    # Outside of an examination nothing is cached.
    assert [found.of("f", counted.find), found.of("f", counted.find)] == [1, 2]
    with assumptions.looking():
        assert [found.of(each, counted.find) for each in "ffg"] == [3, 3, 4]
    with assumptions.looking():
        assert found.of("f", counted.find) == 5


def test_it_is_remembered_under_the_assumptions_that_it_rests_on() -> None:
    assumptions = Assumptions()
    found, counted = InLook[int](assumptions), Counted(assumptions, "State")
    state: FieldTypes = {"x": AnyType(TypeOfAny.special_form)}
    with assumptions.looking():
        assert found.of("f", counted.find) == 1
        with assumptions.assuming("Other", {}):
            assert found.of("f", counted.find) == 1
        with assumptions.assuming("State", {}):
            assert found.of("f", counted.find) == 2
        with assumptions.assuming("State", state), assumptions.assuming("Other", {}):
            assert found.of("f", counted.find) == 3
        with assumptions.assuming("State", dict(state)):
            assert found.of("f", counted.find) == 3
        assert found.of("f", counted.find) == 1


def test_it_does_not_rest_on_what_it_assumes_itself() -> None:
    assumptions = Assumptions()
    found, counted = InLook[int](assumptions), Counted(assumptions, "State")

    def find() -> int:
        with assumptions.assuming("State", {}):
            return counted.find()

    with assumptions.looking():
        assert found.of("f", find) == 1
        with assumptions.assuming("State", {}):
            assert found.of("f", find) == 1


def test_where_others_than_names_were_asked_for_all_has_to_be_the_same() -> None:
    assumptions = Assumptions()
    found, counted = InLook[int](assumptions), Counted(assumptions)

    def find() -> int:
        assumptions.ask()
        return counted.find()

    with assumptions.looking():
        assert [found.of("f", find), found.of("f", find)] == [1, 1]
        with assumptions.assuming("Other", {}):
            assert found.of("f", find) == 2
        with assumptions.anew():
            assert found.of("f", find) == 3
        assert found.of("f", find) == 1


def test_what_is_remembered_still_asks_for_what_it_rests_on() -> None:
    """Otherwise answers that follow from the cached one would count as confirmed."""
    assumptions = Assumptions()
    found = InLook[bool](assumptions)

    def find() -> bool:
        assumptions.waiting.for_types()
        return assumptions.of("Other") is not None

    with assumptions.looking(), assumptions.assuming("Other", {}):
        with assumptions.waiting.apart():
            assert found.of("f", find)
        with assumptions.waiting.apart():
            asked = assumptions.asked
            with assumptions.assuming("State", {}), assumptions.noting() as noted:
                found.of("f", find)
            assert noted.asked_of == {"Other"}
            assert not assumptions.confirmed("State")
            assert assumptions.asked == asked + 1
            assert found.of("f", find)
            assert assumptions.asked == asked + 2
            assert assumptions.waiting


def test_a_look_that_uses_its_own_assumptions_alone_leaves_no_trace() -> None:
    """Else what is found around it would not be remembered."""
    assumptions = Assumptions()
    with assumptions.noting() as noted, assumptions.looking():
        with assumptions.assuming("State", {}):
            assumptions.of("State")
        assumptions.give_up()
    assert noted.is_free
    assert assumptions.are_as(noted)
    asked = assumptions.asked
    assumptions.ask_again(noted)
    assert assumptions.asked == asked


def test_a_look_at_what_is_assumed_around_it_is_not_free() -> None:
    assumptions = Assumptions()
    with assumptions.looking(), assumptions.assuming("State", {}):
        with assumptions.noting() as noted:
            assumptions.of("State")
        assert not noted.is_free
        assert assumptions.are_as(noted)
    assert not assumptions.are_as(noted)
