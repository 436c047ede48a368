"""What is remembered in the look at a class rests on the assumptions that it was found under."""

from __future__ import annotations

from promo_mypy.inference.assumptions import Assumptions, InLook


def test_what_is_found_is_remembered_for_one_look_and_one_assumption() -> None:
    assumptions = Assumptions()
    found, asked = InLook[int](assumptions), list[str]()

    def find() -> int:
        asked.append("")
        return len(asked)

    assert [found.of("f", find), found.of("f", find)] == [1, 2]  # It is no look.
    with assumptions.looking():
        assert [found.of("f", find), found.of("f", find), found.of("g", find)] == [3, 3, 4]
        with assumptions.assuming("State", {}):
            assert [found.of("f", find), found.of("f", find)] == [5, 5]
        assert found.of("f", find) == 3
    with assumptions.looking():
        assert found.of("f", find) == 6


def test_what_is_remembered_still_asks_for_what_it_rests_on() -> None:
    """Else what follows from it would count as confirmed."""
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
