"""Every rule of NumPy's functions, in all its cells, against the installed NumPy."""

from __future__ import annotations

import pytest

from promo_typing.numpy_rules import FUNCTIONS, METHODS, OPERATORS
from promo_typing.oracle import numpy as oracle


@pytest.mark.parametrize("name", oracle.names())
def test_rule_agrees_with_numpy(name: str) -> None:
    comparison = oracle.compared(name)
    assert comparison.compared
    assert comparison.differences == ()


def test_a_wrong_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FUNCTIONS, "numpy.sqrt", FUNCTIONS["numpy.square"])
    differences = oracle.compared("numpy.sqrt").differences
    assert "numpy.sqrt(int): the rule says int64, NumPy float64" in differences


def test_a_rule_that_says_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FUNCTIONS, "numpy.add", FUNCTIONS["numpy.bitwise_and"])
    differences = oracle.compared("numpy.add").differences
    assert "numpy.add(float32, int): the rule says nothing, NumPy float32" in differences


def test_the_fingerprint_follows_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    before = oracle.fingerprint("numpy.sqrt")
    monkeypatch.setitem(FUNCTIONS, "numpy.sqrt", FUNCTIONS["numpy.square"])
    assert oracle.fingerprint("numpy.sqrt") != before


def test_operators_have_rules() -> None:
    assert set(OPERATORS.values()) <= FUNCTIONS.keys()


def test_methods_are_of_numpy_s_arrays() -> None:
    import numpy as np

    assert all(hasattr(np.ndarray, name) for name in METHODS)
