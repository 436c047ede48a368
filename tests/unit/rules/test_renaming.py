"""Rules of functions with the parameters of another function under other names."""

from __future__ import annotations

import pytest

from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.catalogue.jax_random import RANDOM
from promo_typing.rules.catalogue.notation import case, rule, several
from promo_typing.rules.catalogue.renaming import renamed
from promo_typing.rules.evaluate import resolve
from promo_typing.rules.model import (
    Given,
    If,
    In,
    Join,
    Map,
    Of,
    One,
    PythonInt,
    Requested,
    Resolved,
    Rest,
    Rule,
)
from promo_typing.rules.model.dtype_maps import TO_INEXACT
from promo_typing.rules.model.dtype_sets import BOOL
from promo_typing.rules.select import select


def _rule(first: str, others: str) -> Rule:
    joined = Join(Of(first), Map(TO_INEXACT, Of(others)))
    return rule(
        (One(first, absent="weak_int"), Rest(others)),
        case(Of(others), PythonInt(first)),
        case(several(Of(first), joined), Given(first, beyond="int")),
        case(If(In(Of(first, others), BOOL), Of(first), joined), requested=Requested()),
        dtype="dtype",
    )


def test_all_places_of_a_name_are_renamed() -> None:
    before, after = _rule("a", "rest"), _rule("self", "others")
    assert renamed(before, {"a": "self", "rest": "others"}) == after
    assert before == _rule("a", "rest")


def test_other_names_are_kept() -> None:
    assert renamed(_rule("a", "rest"), {"b": "self"}) == _rule("a", "rest")


@pytest.mark.parametrize(("operand", "expected"), [("int", "int32"), ("int8", "int8")])
def test_a_renamed_rule_resolves_as_before(operand: str, expected: str) -> None:
    again = select(renamed(RANDOM["jax.random.choice"], {"a": "self"}), {})
    assert again is not None
    assert resolve(again, (operand,), Semantics(x64=False)) == Resolved((expected,))
