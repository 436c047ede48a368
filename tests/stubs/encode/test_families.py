"""Families: dtypes directly above a weak one, which share an overload."""

from __future__ import annotations

from promo_stubgen.encode.families import (
    VARIABLE,
    Family,
    bases,
    classes,
    definitions,
    families,
    members,
    places,
    shared,
)
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics

LATTICE = Semantics().lattice
WHOLE = {family.weak: family for family in families(LATTICE) if not family.part}


def told(found: dict[Family, tuple[str | None, ...]]) -> dict[str, tuple[str, ...]]:
    return {family.name: classes(pattern) for family, pattern in found.items()}


def test_a_member_is_the_join_of_itself_with_all_that_is_below_the_weak_dtype() -> None:
    assert WHOLE.keys() == {"weak_int", "weak_float"}
    for weak, family in WHOLE.items():
        for node in family.members:
            joined = {each for each in NODES if LATTICE.join(each, node) == node} - {node}
            assert joined == {each for each in NODES if LATTICE.is_below(each, weak)}


def test_members_are_of_the_smallest_widths() -> None:
    narrow = {n for n, d in NODES.items() if not d.weak and d.kind == "float" and d.bits <= 16}
    assert narrow == {*WHOLE["weak_float"].members}
    integers = {f"{sign}int{bits}" for sign in ("u", "") for bits in (1, 2, 4, 8)}
    assert members([WHOLE["weak_int"]]) == integers


def test_under_strict_promotion_all_strong_dtypes_are_members() -> None:
    strict = Semantics(promotion="strict").lattice
    whole = {f.weak: f.members for f in families(strict) if not f.part}
    assert "float32" in whole["weak_float"]
    assert "float8_e5m2" not in whole.get("weak_int", ())


def test_a_family_that_is_kept_shares_an_overload_with_a_variable() -> None:
    assert told(shared(LATTICE, lambda node: (node, node))) == {
        "_Above_weak_int": (VARIABLE, VARIABLE),
        "_Above_weak_float": (VARIABLE, VARIABLE),
    }
    assert told(shared(LATTICE, lambda node: ("int32", node)))["_Above_weak_int"] == (
        "int32",
        VARIABLE,
    )


def test_a_family_of_one_result_or_of_unknown_ones_shares_an_overload() -> None:
    assert told(shared(LATTICE, lambda node: ("bool",)))["_Above_weak_float"] == ("bool_",)
    assert told(shared(LATTICE, lambda node: ()))["_Above_weak_float"] == ()
    assert shared(LATTICE, lambda node: None) == {}


def test_parts_of_a_family_share_overloads_if_the_whole_does_not() -> None:
    def results(node: str) -> tuple[str, ...] | None:
        if NODES[node].kind == "float":
            return (node,) if NODES[node].bits == 16 else None
        return ("float32",) if NODES[node].bits == 4 else (node,)

    assert told(shared(LATTICE, results)) == {
        "_Above_weak_int_of_4_bits": ("float32",),
        "_Above_weak_int_under_4_bits": (VARIABLE,),
        "_Above_weak_float_of_16_bits": (VARIABLE,),
    }


def test_the_overload_of_a_family_stands_where_its_first_member_would() -> None:
    found = shared(LATTICE, lambda node: (node,))
    assert {node: each.weak for node, each in places(found, ["float16", "float32"]).items()} == {
        "float16": "weak_float"
    }


def test_a_member_inherits_from_the_classes_of_its_families() -> None:
    assert bases("int4", LATTICE) == [
        "_Above_weak_int[int4]",
        "_Above_weak_int_outside_NumPy[int4]",
        "_Above_weak_int_of_4_bits[int4]",
    ]
    assert "_Above_weak_float_outside_NumPy[bfloat16]" in bases("bfloat16", LATTICE)
    assert "_Above_weak_float_outside_NumPy[float16]" not in bases("float16", LATTICE)
    assert bases("float32", LATTICE) == []
    assert str(WHOLE["weak_int"].any_member) == f"_Above_weak_int[{VARIABLE}]"


def test_classes_are_generic() -> None:
    variable, *generic = definitions(LATTICE)
    assert variable == f'{VARIABLE} = TypeVar("{VARIABLE}")'
    assert f"class _Above_weak_int(Generic[{VARIABLE}]): ..." in generic
    assert len(generic) == len(families(LATTICE))
