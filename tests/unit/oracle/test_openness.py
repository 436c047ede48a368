"""The rules that may leave results open, with the reasons."""

from __future__ import annotations

from fnmatch import filter as matching

import pytest

from promo_typing.oracle import names
from promo_typing.oracle.openness import PATTERNS, reason_to_be_open
from promo_typing.rules import METHODS


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_reason_is_that_of_a_rule(pattern: str) -> None:
    assert matching([*names(), *(f"Array.{name}" for name in METHODS)], pattern)


def test_a_rule_that_is_not_listed_may_not_be_open() -> None:
    assert reason_to_be_open("jax.numpy.einsum")
    assert reason_to_be_open("jax.numpy.add") is None
