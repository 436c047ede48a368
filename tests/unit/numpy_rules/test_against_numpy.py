"""Every rule of NumPy's functions agrees with the installed NumPy in all its cells."""

from __future__ import annotations

import pytest

from promo_typing.numpy_rules import FUNCTIONS, promotion
from promo_typing.oracle import numpy as oracle
from promo_typing.oracle.ledger import FOLDER, Ledger
from promo_typing.oracle.numpy import compare
from promo_typing.oracle.numpy.openness import OPEN, may_be_open


@pytest.mark.parametrize("name", oracle.names())
def test_rule_agrees_with_numpy(name: str) -> None:
    comparison = oracle.compared(name)
    assert comparison.compared
    assert comparison.differences == ()


def test_a_wrong_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FUNCTIONS, "numpy.sqrt", FUNCTIONS["numpy.square"])
    differences = oracle.compared("numpy.sqrt").differences
    assert "numpy.sqrt(int): the rule says int64, NumPy float64" in differences


def test_a_refusal_that_is_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FUNCTIONS, "numpy.add", FUNCTIONS["numpy.bitwise_and"])
    differences = oracle.compared("numpy.add").differences
    assert "numpy.add(float32, int): the rule says that it is refused, NumPy float32" in differences


def test_the_fingerprint_follows_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    before = oracle.fingerprint("numpy.sqrt")
    monkeypatch.setitem(FUNCTIONS, "numpy.sqrt", FUNCTIONS["numpy.square"])
    assert oracle.fingerprint("numpy.sqrt") != before


@pytest.mark.parametrize(
    ("function", "operands", "expected"),
    [
        ("numpy.floor", ["int8"], True),
        ("numpy.floor", ["float32"], False),
        ("numpy.arange", ["int64", "float"], False),
        ("numpy.add", ["bfloat16", "float32"], True),
        ("numpy.add", ["bfloat16", "bfloat16"], False),
    ],
)
def test_a_rule_may_be_open_for_a_reason_only(
    function: str, operands: list[str], expected: bool
) -> None:
    assert may_be_open(function, operands) is expected


def test_a_rule_that_leaves_open_what_numpy_answers_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(FUNCTIONS, "numpy.sqrt", FUNCTIONS["numpy.floor"])
    differences = oracle.compared("numpy.sqrt").differences
    assert "numpy.sqrt(int8): the rule says nothing, NumPy float16" in differences


def test_the_fingerprint_follows_the_promotion(monkeypatch: pytest.MonkeyPatch) -> None:
    before = oracle.fingerprint("numpy.sqrt")
    monkeypatch.setattr(promotion, "with_scalar", lambda dtype, scalar: dtype)
    compare._sources.cache_clear()
    try:
        assert oracle.fingerprint("numpy.sqrt") != before
    finally:
        compare._sources.cache_clear()


def test_every_open_function_has_a_rule() -> None:
    assert OPEN.keys() <= FUNCTIONS.keys()


@pytest.mark.parametrize("version", sorted(path.stem for path in FOLDER.glob("numpy-*.txt")))
def test_all_rules_as_they_are_now_stand_in_the_ledger(version: str) -> None:
    fingerprints = {name: oracle.fingerprint(name) for name in oracle.names()}
    assert Ledger(version).lacking(fingerprints) == []
