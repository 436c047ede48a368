"""The shipped differences give the same stubs for other settings of JAX as the generator."""

from __future__ import annotations

import random

import pytest

from promo_cli.command_error import CommandError
from promo_cli.stubs.variant_files import read_package, variant_files
from promo_stubgen.__main__ import STUBS
from promo_stubgen.differences import difference
from promo_stubgen.variants import semantics
from promo_typing.core.line_differences import DifferenceError, parsed, rendered
from promo_typing.core.stub_variants import MARKED_FILE, STANDARD, VARIANTS, variant_for
from promo_typing.lattice.semantics import Semantics
from tests.rendering import Rendering


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_what_the_generator_renders(name: str, rendering: Rendering) -> None:
    variant = VARIANTS[name]
    made = variant_files(variant, rendering.files(Semantics()))
    assert made == rendering.files(semantics(variant))
    marks = [each for each in VARIANTS.values() if each.mark in made[MARKED_FILE].splitlines()]
    assert marks == [variant]


def test_a_changed_file_is_refused() -> None:
    changed = read_package(STUBS)
    changed["numpy/_promoting.pyi"] += "x: int\n"
    with pytest.raises(CommandError, match=r"numpy/_promoting\.pyi in jax-stubs is not the one"):
        variant_files(VARIANTS["x64"], changed)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({}, "standard"),
        ({"x64": True}, "x64"),
        ({"x64": True, "explicit_x64": "allow"}, "x64"),
        ({"explicit_x64": "error"}, "standard"),
        ({"promotion": "strict", "x64": True}, "x64-strict"),
        ({"explicit_x64": "allow"}, None),
    ],
)
def test_variant_for_settings(settings: dict[str, object], name: str | None) -> None:
    variant = variant_for(settings)
    assert (variant.name if variant else None) == name


@pytest.mark.slow
def test_settings_of_one_variant_ask_for_the_same_stubs(rendering: Rendering) -> None:
    """So there is no variant of its own for explicit 64-bit dtypes that are errors."""
    plain = rendering.files(Semantics())
    assert rendering.files(Semantics(explicit_x64="error")) == plain
    assert variant_for({"explicit_x64": "error"}) == STANDARD


def _text(source: random.Random) -> str:
    """Lines of few words, so that many are equal; some begin like instructions of a difference."""
    words = ("a", "b", "", "=1", "+", "# x", "\x0c", "é y", "<2 2")
    return "\n".join(source.choice(words) for _ in range(source.randrange(40)))


@pytest.mark.parametrize("seed", range(200))
def test_any_text_comes_back(seed: int) -> None:
    source = random.Random(seed)
    given, wanted = _text(source), _text(source)
    told = "\n".join((*rendered({"a/b.pyi": difference(given, wanted)}), ""))
    (back,) = parsed(f"# A comment.\n{told}").items()
    assert back[0] == "a/b.pyi"
    assert back[1].apply(given) == wanted


def test_another_text_is_refused() -> None:
    told = difference("the first\nthe second\nthe third", "the first\nthe third\nnew")
    assert told.apply("the first\nanother\nthe third") == "the first\nthe third\nnew"
    for other in ("", "another\nthe second\nthe third"):
        with pytest.raises(DifferenceError):
            told.apply(other)


def test_a_difference_says_nothing_of_what_stands_elsewhere() -> None:
    """A change at one place of the stubs must change the difference at one place only."""
    same = "\n".join(f"line {number}" for number in range(200))
    given, wanted = f"{same}\nold\n{same}", f"{same}\nnew\n{same}"
    told = difference(given, wanted).instructions
    assert told == ["=200", "+new", ">1", "=200"]
    longer = difference(f"first\n{given}", f"first\n{wanted}").instructions
    assert longer == ["=201", *told[1:]]
