"""The stubs do not grow unnoticed: ``budget.toml`` limits the number of overloads."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import budget

LIMITS = budget.load()
pytestmark = pytest.mark.xdist_group("budget")  # One worker, because of the fixture.


@pytest.fixture(scope="module")
def found() -> budget.Size:
    """The size of all stubs, which takes seconds to measure."""
    return budget.size()


def test_the_stubs_are_within_the_budget(found: budget.Size) -> None:
    assert found.total <= LIMITS.total
    assert found.bytes <= LIMITS.bytes


def test_no_function_has_more_overloads_than_it_may(found: budget.Size) -> None:
    too_many = {
        name: number
        for name, number in found.overloads.items()
        if number > LIMITS.over.get(name, LIMITS.function)
    }
    assert not too_many


def test_the_list_is_no_longer_than_it_must_be(found: budget.Size) -> None:
    """Savings are kept: after one, ``python -m tests.stubs.budget`` lowers the limits."""
    too_high = {
        name: (number, found.overloads.get(name))
        for name, number in LIMITS.over.items()
        if found.overloads.get(name) != number
    }
    assert not too_high
    assert min(LIMITS.over.values()) > LIMITS.function
    assert found.total == LIMITS.total
    assert found.bytes == LIMITS.bytes


def test_every_exemption_has_a_reason() -> None:
    assert LIMITS.reasons.keys() == LIMITS.over.keys()
    assert all(reason.endswith(".") for reason in LIMITS.reasons.values())


def test_the_command_lowers_numbers_and_raises_none() -> None:
    text = (
        "[limits]\noverloads = 50\nbytes = 9\nfunction = 12\n\n[groups.functions]\n"
        '"jax.fewer" = 30\n"jax.few" = 20\n"jax.more" = 14\n"jax.gone" = 13\n'
    )
    found = budget.Size({"jax.fewer": 15, "jax.few": 12, "jax.more": 16}, 10)
    assert budget.lowered(text, found, 12) == (
        "[limits]\noverloads = 43\nbytes = 9\nfunction = 12\n\n[groups.functions]\n"
        '"jax.fewer" = 15\n"jax.more" = 14\n'
    )


def test_overloads_in_both_forms_of_a_module_count_once(tmp_path: Path) -> None:
    """The overloads for the plugin are in one file, and those for other checkers beside it."""
    (tmp_path / "numpy").mkdir()
    overload = "@overload\ndef f(): ...\n"
    (tmp_path / "numpy" / "__init__.pyi").write_text(
        f"if x:\n  {overload.replace(chr(10), chr(10) + '  ')}\n"
    )
    (tmp_path / "numpy" / "_promoting.pyi").write_text(overload * 3)
    (tmp_path / "numpy" / "_promoting_fft.pyi").write_text(
        f"class C:\n  {overload.replace(chr(10), chr(10) + '  ')}\n"
    )
    assert budget.size(tmp_path).overloads == {"jax.numpy.f": 3, "jax.numpy.fft.C.f": 1}


def test_lines_can_be_read() -> None:
    """An editor jumps to these lines. Only addresses are longer, since they cannot be broken."""
    long = [
        line.strip()
        for path in budget.STUBS.rglob("*.pyi")
        for line in path.read_text(encoding="utf-8").splitlines()
        if len(line) >= 120
    ]
    assert [line for line in long if not line.startswith("https://")] == []
