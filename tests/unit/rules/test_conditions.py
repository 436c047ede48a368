"""Rules without conditions are the same for all calls and versions."""

from __future__ import annotations

import pytest

from promo_typing.core.versions import SUPPORTED
from promo_typing.rules import (
    FUNCTIONS,
    METHODS,
    Rule,
    by_arguments,
    is_unconditional,
    of_version,
    select,
    without_arguments,
)

RULES = {*FUNCTIONS.values(), *METHODS.values()}
SELECTED = {left for rule in RULES for _, left in by_arguments(rule)}


@pytest.mark.parametrize("rules", [RULES, SELECTED])
def test_an_unconditional_rule_is_left_as_it_is(rules: set[Rule]) -> None:
    unconditional = [rule for rule in rules if is_unconditional(rule)]
    assert len(unconditional) > len(rules) / 2
    for rule in unconditional:
        assert select(rule, {}) == without_arguments(rule) == rule
        assert {of_version(rule, version) for version in SUPPORTED} == {rule}


def test_a_rule_with_conditions_is_none() -> None:
    several = [rule for rule in RULES if len(rule.cases) > 1]
    assert several
    assert not any(map(is_unconditional, several))
