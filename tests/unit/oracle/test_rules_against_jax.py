"""Every rule against the installed JAX: results, weakness and refusals, under all settings."""

from __future__ import annotations

from functools import partial

import pytest

from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import (
    SETTINGS,
    Cell,
    Disagreement,
    Oracle,
    cells,
    expected,
    names,
    rule_of,
    sampled,
)
from promo_typing.rules import FUNCTIONS, OPERATORS, parameters

SAMPLE = 10
"""Cells of a rule for each of the settings, with and without a dtype; ``--all-cells`` takes all."""


INSTALLED = [name for name in names() if Oracle(Semantics()).has(name)]
"""The rules of functions that this version of JAX has; tests of the catalogue name the others."""


@pytest.mark.parametrize("name", INSTALLED)
def test_the_rule_says_what_jax_does(name: str, pytestconfig: pytest.Config) -> None:
    all_cells = pytestconfig.getoption("--all-cells")
    wrong: list[Disagreement] = []
    for semantics in SETTINGS:
        with Oracle(semantics) as oracle:
            every = cells if all_cells else partial(sampled, size=SAMPLE)
            wrong += oracle.disagreements(name, list(every(name, semantics)))
    assert [str(disagreement) for disagreement in wrong] == []


@pytest.mark.parametrize("name", INSTALLED)
def test_jax_accepts_something(name: str) -> None:
    """A call that is refused whatever the dtype would agree with any rule that refuses."""
    semantics = Semantics(x64=True)
    accepted = [
        cell
        for cell in cells(name, semantics)
        if (answer := expected(rule_of(name), cell, semantics)) and answer.results
    ]
    if not accepted:  # The rule is certain in special cases only, which are tested by name.
        assert parameters(FUNCTIONS[name])
        return
    with Oracle(semantics) as oracle:
        (answers,) = oracle.observed(name, accepted[:1])
    assert any(answer.results for answer in answers)


@pytest.mark.parametrize("name", OPERATORS)
def test_the_operator_calls_the_function(name: str, pytestconfig: pytest.Config) -> None:
    operator = OPERATORS[name]
    wrong: list[str] = []
    for semantics in SETTINGS:
        with Oracle(semantics) as oracle:
            for cell in sampled(operator.function, semantics, SAMPLE):
                if cell.operands[0] in semantics.lattice.nodes:
                    wrong += differences(oracle, name, cell)
    assert wrong == []


def differences(oracle: Oracle, name: str, cell: Cell) -> list[str]:
    """Compare a special method of the first operand with the rule of its function."""
    operator = OPERATORS[name]
    order = tuple(reversed(cell.operands)) if operator.reflected else cell.operands
    rule = expected(FUNCTIONS[operator.function], Cell(order), oracle.semantics)
    (answer,) = oracle.method(name, [cell])
    agreed = rule is None or rule.results == answer.results
    return [] if agreed else [f"{name}{cell.operands} with {oracle.semantics}: {rule}, {answer}"]
