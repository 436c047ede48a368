"""Every rule against the installed JAX: results, weakness and refusals, under all settings."""

from __future__ import annotations

import random

import pytest

from promo_typing.oracle import (
    SETTINGS,
    Cell,
    Disagreement,
    Oracle,
    cells,
    expected,
    names,
    rule_of,
)
from promo_typing.rules import FUNCTIONS, OPERATORS
from promo_typing.semantics import Semantics

SAMPLE = 10
"""Cells of a rule for each of the settings, with and without a dtype; ``--all-cells`` takes all."""


def chosen(name: str, semantics: Semantics, all_cells: bool) -> list[Cell]:
    every = list(cells(name, semantics))
    if all_cells:
        return every
    chooser = random.Random(f"{name} {semantics}")
    kinds = ([c for c in every if c.dtype is None], [c for c in every if c.dtype is not None])
    return [cell for kind in kinds for cell in chooser.sample(kind, min(SAMPLE, len(kind)))]


@pytest.mark.parametrize("name", names())
def test_the_rule_says_what_jax_does(name: str, pytestconfig: pytest.Config) -> None:
    all_cells = pytestconfig.getoption("--all-cells")
    wrong: list[Disagreement] = []
    for semantics in SETTINGS:
        with Oracle(semantics) as oracle:
            wrong += oracle.disagreements(name, chosen(name, semantics, all_cells))
    assert [str(disagreement) for disagreement in wrong] == []


@pytest.mark.parametrize("name", names())
def test_jax_accepts_something(name: str) -> None:
    """A call that is refused whatever the dtype would agree with any rule that refuses."""
    semantics = Semantics(x64=True)
    accepted = [
        cell
        for cell in cells(name, semantics)
        if (answer := expected(rule_of(name), cell, semantics)) and answer.results
    ]
    with Oracle(semantics) as oracle:
        (answers,) = oracle.observed(name, accepted[:1])
    assert any(answer.results for answer in answers)


@pytest.mark.parametrize("name", OPERATORS)
def test_the_operator_calls_the_function(name: str, pytestconfig: pytest.Config) -> None:
    operator = OPERATORS[name]
    wrong: list[str] = []
    for semantics in SETTINGS:
        with Oracle(semantics) as oracle:
            for cell in chosen(operator.function, semantics, all_cells=False):
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
