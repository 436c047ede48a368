"""A fingerprint changes with the rule, and with the calls by which it is compared with JAX."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from promo_typing.oracle import names
from promo_typing.oracle.calls import CALLS
from promo_typing.oracle.calls.call import after, arrays
from promo_typing.oracle.fingerprints import fingerprint, structure
from promo_typing.rules import FUNCTIONS, rule_fingerprint
from promo_typing.rules.model import DtypeParameter


def test_every_rule_has_its_own() -> None:
    every = [fingerprint(name) for name in names()]
    assert len({*every}) == len(every) > 1000


def test_another_rule_has_another() -> None:
    rule = FUNCTIONS["jax.numpy.exp"]
    assert rule_fingerprint(rule) == rule_fingerprint(replace(rule))
    assert rule_fingerprint(rule) != rule_fingerprint(replace(rule, dtype=DtypeParameter()))


def test_other_calls_have_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint("jax.numpy.sort")
    monkeypatch.setitem(CALLS, "jax.numpy.sort", arrays(axis=0))
    assert fingerprint("jax.numpy.sort") != before


def test_the_structure_of_functions_is_their_source_and_what_they_enclose() -> None:
    assert _text(after(1)) == _text(after(1))
    assert _text(after(1)) != _text(after(2))
    one = _text(lambda x: x + 1)
    two = _text(lambda x: x + 2)
    assert one != two


def test_what_cannot_be_told_apart_is_refused() -> None:
    with pytest.raises(TypeError, match="how is a change of"):
        _text(object())


def _text(value: Any) -> list[str]:
    return [*structure(value)]
