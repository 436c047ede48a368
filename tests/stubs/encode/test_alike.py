"""Overloads for operands of equal dtypes are in the order in which a checker must try them."""

from __future__ import annotations

from promo_stubgen.encode.alike import alike_cases
from promo_stubgen.encode.branches import branched, opened
from promo_stubgen.encode.outcomes import Outcomes
from promo_typing.core.dtypes import STRONG, WEAK
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS


def overloads(function: str) -> dict[str, str]:
    """The results by operand, for a function that does not promote its operands."""
    rule = branched(FUNCTIONS[function]).rule
    nothing = Outcomes(opened(rule), Semantics(), 2)
    found = alike_cases(Outcomes(rule, Semantics(), 2), nothing)
    pairs = [(tuple(map(str, each.operands)), str(each.returns)) for each in found]
    assert all(one == other for (one, other), _ in pairs)
    return {one: returns for (one, _), returns in pairs}


def test_each_dtype_is_kept_beside_scalars_and_all_of_them_by_one_type_variable() -> None:
    """``lax.add`` takes operands of equal dtypes, and refuses bool beside a Python int."""
    found = overloads("jax.lax.add")
    assert found["Array[float16] | float"] == "Array[float16]"
    assert found["Array[int8] | int"] == "Array[int8]"
    assert found["Array[complex64] | complex"] == "Array[complex64]"
    assert [*found.items()][-1] == ("Array[_AlikeNumber]", "Array[_AlikeNumber]")


def test_weak_dtypes_come_before_those_from_which_they_inherit() -> None:
    order = [each.partition("]")[0].removeprefix("Array[") for each in overloads("jax.lax.add")]
    for weak in WEAK:
        strong = dtype_class(Semantics().strong(weak))
        assert order.index(dtype_class(weak)) < order.index(strong)


def test_what_jax_refuses_has_no_overload() -> None:
    """``lax.atan2`` takes no integers."""
    found = overloads("jax.lax.atan2")
    assert not any("int32" in each for each in found)
    assert found["Array[weak_int] | int"] == "Array"
    assert [*found][-1] == "Array[_AlikeInexact]"


def test_there_is_none_where_all_results_are_the_same() -> None:
    """``lax.eq`` always returns bool, whatever the dtype."""
    assert overloads("jax.lax.eq") == {}


def test_there_is_none_where_the_join_decides() -> None:
    outcomes = Outcomes(branched(FUNCTIONS["jax.lax.add"]).rule, Semantics(), 2)
    assert [*alike_cases(outcomes, outcomes)] == []
    assert len(overloads("jax.lax.add")) > len(STRONG)
