"""Each difference between a table of JEP 9407 and a library of today has a reason."""

from __future__ import annotations

from collections import Counter

import pytest

from promo_typing.systems.differences import COMPARISONS, Comparison, differences

NAMES = [f"{each.then} {each.today}" for each in COMPARISONS]

COUNTS = {
    "numpy-1": 0,
    "numpy": 0,
    "tensorflow": 0,
    # TensorFlow's own additions have one cell less: there is no kernel for two booleans.
    "tensorflow-safe": 187,
    "tensorflow-all": 285,
    "torch": 49,
    "jax-x64": 0,
    "jax": 110,
    "jax-lax-x64": 0,
    "jax-lax": 24,
}


def test_every_table_is_compared() -> None:
    assert {each.today for each in COMPARISONS} == set(COUNTS)
    assert len({each.then for each in COMPARISONS}) == 5


@pytest.mark.parametrize("comparison", COMPARISONS, ids=NAMES)
def test_each_cell_has_a_reason_and_each_reason_a_cell(comparison: Comparison) -> None:
    found = Counter(each.reason for each in differences(comparison))
    assert found.total() == COUNTS[comparison.today]
    assert set(found) == set(comparison.reasons)
