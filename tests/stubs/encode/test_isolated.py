"""Isolated dtypes, which have no dtype above them, by the weak dtype that promotes to them."""

from __future__ import annotations

from promo_stubgen.encode.isolated import (
    VARIABLE,
    any_member,
    base,
    definitions,
    families,
    members,
    shared,
)
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics

LATTICE = Semantics().lattice


def test_members_have_no_join_with_another_strong_dtype() -> None:
    found = families(LATTICE)
    assert {*found} == {"weak_int", "weak_float"}
    for weak, own in found.items():
        for node in own:
            joined = {each for each in NODES if LATTICE.join(each, node) == node} - {node}
            assert joined == {each for each in NODES if LATTICE.is_below(each, weak)}


def test_all_of_eight_bits_and_less_are_members() -> None:
    """That holds for floats; of the integers only those below 8 bits are isolated."""
    narrow = {n for n, d in NODES.items() if not d.weak and d.kind == "float" and d.bits <= 8}
    assert narrow == {*families(LATTICE)["weak_float"]}
    assert members(LATTICE, ["weak_int"]) == {f"{s}int{b}" for s in ("u", "") for b in (1, 2, 4)}


def test_under_strict_promotion_weak_dtypes_are_below_all_of_a_kind() -> None:
    assert "float8_e5m2" not in families(Semantics(promotion="strict").lattice).get("weak_int", ())


def test_a_family_that_is_kept_shares_an_overload_with_a_variable() -> None:
    found = shared(LATTICE, lambda node: (node, node))
    assert found == {"weak_int": (VARIABLE, VARIABLE), "weak_float": (VARIABLE, VARIABLE)}


def test_a_family_of_one_result_shares_it_and_one_of_several_has_none() -> None:
    def results(node: str) -> tuple[str, ...]:
        return ("bool_",) if "float" in node else (node if node == "int4" else "float32",)

    assert shared(LATTICE, results) == {"weak_float": ("bool_",)}
    assert shared(LATTICE, lambda node: None) == {}


def test_a_member_inherits_from_the_class_of_its_family() -> None:
    assert base("float8_e5m2", LATTICE) == ["_Isolated_weak_float[float8_e5m2]"]
    assert base("int4", LATTICE) == ["_Isolated_weak_int[int4]"]
    assert base("float32", LATTICE) == []
    assert str(any_member("weak_int")) == "_Isolated_weak_int[_IsolatedT]"


def test_classes_are_generic() -> None:
    assert [*definitions(LATTICE)] == [
        '_IsolatedT = TypeVar("_IsolatedT")',
        "class _Isolated_weak_int(Generic[_IsolatedT]): ...",
        "class _Isolated_weak_float(Generic[_IsolatedT]): ...",
    ]
