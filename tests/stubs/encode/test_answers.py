"""Answers of rules are unknown if they depend on something unknown."""

from __future__ import annotations

import pytest

from promo_stubgen.encode.answers import answers, nameless
from promo_stubgen.encode.branches import branched
from promo_typing.core.versions import NEWEST, OLDEST
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, Refusal, Resolved, Unknown
from promo_typing.rules.model import ArrayOf, Case, Join, Of, One, Rule

ADD = branched(FUNCTIONS["jax.numpy.add"]).rule


def sum_of(*names: str) -> Rule:
    return Rule(tuple(map(One, names)), (Case(ArrayOf(Join(Of(*names)))),))


def test_operands_are_promoted_or_refused() -> None:
    found = answers(ADD, Semantics(), 0)
    assert found.to(("bfloat16", "float32")) == Resolved(("float32",))
    assert isinstance(found.to(("float8_e5m2", "float32")), Refusal)


def test_an_operand_that_may_be_left_out_makes_a_difference_only_with_another_dtype() -> None:
    """With operands of equal dtypes the result does not depend on their number."""
    found = answers(sum_of("x", "y"), Semantics(), 1)
    assert found.to(("int8", "int8")) == Resolved(("int8",))
    assert found.to(("int8", "float32")) == Resolved(("float32",))


@pytest.mark.parametrize("node", ["weak_int", "float32"])
def test_an_unknown_version_of_jax_asks_all(node: str) -> None:
    """In the oldest JAX the result of ``log2`` of a weak operand is strong, in newer ones weak."""
    rule = FUNCTIONS["jax.numpy.log2"]
    old, new, all_of_them = (
        answers(rule, Semantics(jax=version), 0).to((node,)) for version in (OLDEST, NEWEST, None)
    )
    assert all_of_them == (old if old == new else Unknown())
    assert (old == new) == (node == "float32")


def test_a_dtype_that_is_asked_for() -> None:
    rule = branched(FUNCTIONS["jax.numpy.sum"]).rule
    assert answers(rule, Semantics(), 0).to_request("float16", ("int8",)) == Resolved(("float16",))


def test_names_of_operands_distinguish_no_rules() -> None:
    assert sum_of("x", "y") != sum_of("a", "b")
    assert nameless(sum_of("x", "y")) == nameless(sum_of("a", "b"))
    assert nameless(sum_of("x", "y")) != nameless(sum_of("x", "y", "z"))
