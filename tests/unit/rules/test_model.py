"""Sets and maps of dtypes as values, and the properties of rules."""

from __future__ import annotations

import pytest

from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS
from promo_typing.rules.catalogue.notation import case, promoting, rule, several
from promo_typing.rules.model import (
    MODES,
    STRICT,
    STRICT_X32,
    X32,
    X64,
    ArrayOf,
    Check,
    Flag,
    Given,
    Join,
    ListOf,
    Map,
    Of,
    Requested,
    Rows,
    TupleOf,
    Under,
    always,
    array_count,
    arrays,
    dtypes,
    joined_and_strong,
    keeps_apart,
    mode_of,
    operands_in,
)
from promo_typing.rules.model.dtype_maps import TO_INEXACT, TO_NUMERIC, TO_SAME, TO_STRONG, TO_SUM
from promo_typing.rules.model.dtype_sets import (
    ANY,
    BOOL,
    COMPLEX,
    FLOATS,
    INEXACT,
    INTEGERS,
    INTEGRAL,
    NONE,
    STRONG,
    WEAK,
    WIDE,
    integers_below,
)

STANDARD_X32 = Semantics()
STANDARD_X64 = Semantics(x64=True)
STRICT_X64 = Semantics(x64=True, promotion="strict")
SOME_SETTINGS = [STANDARD_X32, STANDARD_X64, STRICT_X64]


def test_a_set_of_named_dtypes_has_these_under_all_settings() -> None:
    small = dtypes("int8", "weak_int")
    for mode in MODES:
        assert small.nodes(mode) == {"int8", "weak_int"}
    assert small.contains("int8", STRICT_X64)
    assert not small.contains("int16", STRICT_X64)


def test_a_set_has_nodes_only() -> None:
    with pytest.raises(KeyError, match="int7"):
        dtypes("int7")


def test_union_intersection_and_difference() -> None:
    assert INTEGERS | BOOL == INTEGRAL
    assert INTEGRAL & INEXACT == NONE
    assert INEXACT - COMPLEX == FLOATS
    assert WEAK | STRONG == ANY
    assert WEAK & STRONG == NONE
    assert integers_below(8) == dtypes("uint1", "uint2", "uint4", "int1", "int2", "int4")


def test_a_set_under_some_settings_is_empty_under_others() -> None:
    wide = dtypes("int64").under(X32)
    assert wide.contains("int64", STANDARD_X32)
    assert not wide.contains("int64", STANDARD_X64)
    assert (ANY - wide).contains("int64", STANDARD_X64)
    assert not (ANY - wide).contains("int64", STANDARD_X32)
    assert wide.under(X64) == NONE
    assert dtypes("int64", "uint64", "float64", "complex128").under(X32) == WIDE


@pytest.mark.parametrize(
    ("under", "number"), [(Under(), 4), (X32, 2), (X64, 2), (STRICT, 2), (STRICT_X32, 1)]
)
def test_settings_have_modes(under: Under, number: int) -> None:
    assert sum(map(under.has, MODES)) == number
    assert [under.holds(each) for each in SOME_SETTINGS] == [
        under.has(mode_of(each)) for each in SOME_SETTINGS
    ]


def test_a_setting_that_is_no_mode_counts_too() -> None:
    allowed = Under(explicit_x64="allow")
    assert allowed.holds(Semantics(explicit_x64="allow"))
    assert not allowed.holds(Semantics())


def test_a_map_is_for_all_nodes_under_all_settings() -> None:
    for made in (TO_SAME, TO_SUM, always("bool")):
        assert made.table.keys() == {(node, mode) for node in NODES for mode in MODES}


@pytest.mark.parametrize("semantics", SOME_SETTINGS)
def test_but_changes_some_nodes_alone(semantics: Semantics) -> None:
    changed = TO_SAME.but({"int4": "int8"})
    assert changed("int4", semantics) == "int8"
    assert {node: changed(node, semantics) for node in NODES if node != "int4"} == {
        node: node for node in NODES if node != "int4"
    }


def test_but_changes_some_settings_alone() -> None:
    changed = TO_SAME.but({"bool": "int32"}, under=X64)
    assert changed("bool", STANDARD_X64) == "int32"
    assert changed("bool", STANDARD_X32) == "bool"


@pytest.mark.parametrize("semantics", SOME_SETTINGS)
@pytest.mark.parametrize("node", NODES)
def test_then_is_the_one_map_after_the_other(node: str, semantics: Semantics) -> None:
    both = TO_INEXACT.then(TO_STRONG, "{}")
    assert both(node, semantics) == TO_STRONG(TO_INEXACT(node, semantics), semantics)


def test_keys_are_kept_by_maps_that_both_keep_them() -> None:
    assert TO_SAME.then(TO_STRONG, "{}").keeps_keys
    assert not TO_SAME.then(TO_NUMERIC, "{}").keeps_keys
    assert TO_SAME.but({"int4": "int8"}).keeps_keys


def test_equal_values_are_equal_and_hash_alike() -> None:
    for left, right in (
        (always("bool"), always("bool")),
        (TO_SAME.but({"int4": "int8"}), TO_SAME.but({"int4": "int8"})),
        (dtypes("int8", "int4"), dtypes("int4", "int8")),
        (promoting("x", "y", to=TO_SUM), promoting("x", "y", to=TO_SUM)),
    ):
        assert left == right
        assert hash(left) == hash(right)
    assert always("bool") != always("int8")


def test_words_are_no_part_of_what_a_map_means() -> None:
    assert TO_INEXACT.then(TO_SAME, "other words") == TO_INEXACT


def test_the_arrays_of_a_shape() -> None:
    shape = TupleOf(ArrayOf(Of("x")), Flag(), TupleOf(ArrayOf(Of("y"))), ListOf(ArrayOf(Of("z"))))
    assert [array.dtype for array in arrays(shape)] == [Of("x"), Of("y"), Of("z")]


def test_the_operands_of_an_expression() -> None:
    assert list(operands_in(Map(TO_SUM, Join(Of("x", "y"), Check(Of("z"), ANY))))) == [
        "x",
        "y",
        "z",
    ]
    assert list(operands_in(Requested())) == []


def test_the_last_case_is_the_usual_one() -> None:
    given = rule(("x", "y"), case(several(Of("x"), Of("y")), Given("y")), Of("x"))
    assert given.usual == case(Of("x"))
    assert array_count(given) == 1


@pytest.mark.parametrize(
    ("function", "apart"), [("sort_key_val", True), ("add", False), ("broadcasted_iota", False)]
)
def test_results_of_different_operands_are_kept_apart(function: str, apart: bool) -> None:
    assert keeps_apart(FUNCTIONS[f"jax.lax.{function}"]) == apart


def test_an_array_made_of_scalars_is_not_weak() -> None:
    made = joined_and_strong(promoting("object"))
    assert made.operands == (Rows("object"),)
    assert made.usual.result == ArrayOf(Map(TO_STRONG, Join(Of("object"))))
