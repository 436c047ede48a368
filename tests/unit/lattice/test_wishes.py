"""JEP 9407's wishes: its own examples, and laws that hold for any pair."""

from __future__ import annotations

import itertools

import pytest

from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.lattice import jax_lattice
from promo_typing.lattice.wishes import LOSSES, Wish, broken_wishes, lost_in, promotions

LATTICE = jax_lattice(x64=True)

OF_THE_JEP = {
    ("uint32", "int32", "int32"): {Wish.RANGE},
    ("int64", "float64", "float64"): {Wish.PRECISION},
    ("uint8", "int8", "int16"): {Wish.WIDTH},
    ("uint16", "float16", "float64"): {Wish.WIDTH},
    ("uint32", "float32", "float64"): {Wish.WIDTH},
    ("int16", "float16", "float16"): {Wish.PRECISION},
    ("int64", "float16", "float16"): {Wish.PRECISION, Wish.RANGE},
    ("bfloat16", "float16", "float32"): {Wish.WIDTH},
    ("float64", "complex64", "complex128"): set[Wish](),
    ("complex64", "float32", "float32"): {Wish.COMPONENTS},
    ("i*", "int8", "int8"): set[Wish](),
    ("c*", "float32", "float32"): {Wish.COMPONENTS},
    ("int8", "uint8", "uint8"): {Wish.RANGE},
    ("int8", "f*", "f*"): set[Wish](),
}


@pytest.mark.parametrize("promotion", OF_THE_JEP, ids="-".join)
def test_what_the_jep_says(promotion: tuple[str, str, str]) -> None:
    assert broken_wishes(*promotion) == frozenset(OF_THE_JEP[promotion])


def test_a_weak_result_is_the_default_dtype() -> None:
    assert broken_wishes("int32", "f*", "f*") == frozenset({Wish.PRECISION})
    assert broken_wishes("int32", "f*", "f*", x64=True) == frozenset()


def test_a_dtype_loses_nothing_to_itself() -> None:
    for name in STRONG:
        assert lost_in(name, name) == frozenset()


def test_what_loses_nothing_in_two_steps_loses_nothing_in_one() -> None:
    for a, b, c in itertools.product(STRONG, repeat=3):
        if lost_in(a, b) == lost_in(b, c) == frozenset():
            assert lost_in(a, c) == frozenset(), (a, b, c)


def test_promotion_in_jax_drops_no_component_and_seldom_overflows() -> None:
    wide = [n for n in STRONG if NODES[n].kind != "float" or NODES[n].bits >= 16]
    found = list(promotions(wide, LATTICE.join, x64=True))
    assert len(found) > 100
    assert not any(Wish.COMPONENTS in promotion.broken for promotion in found)
    overflowing = {(p.left, p.right) for p in found if Wish.RANGE in p.broken}
    large = ("uint16", "uint32", "uint64", "int32", "int64")
    # True is not a value of int1, which has -1 and 0.
    assert overflowing == {("bool", "int1"), *itertools.product(large, ["float16"])}


def test_without_x64_uint32_overflows() -> None:
    found = {(p.left, p.right): p for p in promotions(STRONG, jax_lattice().join)}
    assert found["uint32", "int8"].broken == {Wish.RANGE}
    assert found["uint32", "int8"].is_lossy
    assert not found["uint32", "int8"].is_widening


def test_only_unlike_integers_and_halves_widen_in_jax() -> None:
    widening = {
        (p.left, p.right) for p in promotions(STRONG, LATTICE.join, x64=True) if p.is_widening
    }
    assert widening == {
        *itertools.product(["uint8"], ["int8"]),
        *itertools.product(["uint16"], ["int8", "int16"]),
        *itertools.product(["uint32"], ["int8", "int16", "int32"]),
        ("bfloat16", "float16"),
    }


def test_lossy_is_any_of_three() -> None:
    for promotion in promotions(LATTICE.nodes, LATTICE.join, x64=True):
        assert promotion.is_lossy == bool(promotion.broken & LOSSES)


def test_of_other_names_nothing_is_known() -> None:
    assert broken_wishes("A", "int8", "int8") is None
    assert lost_in("int8", "A") is None
    assert list(promotions(["A", "B"], lambda left, right: "A")) == []
