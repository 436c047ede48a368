"""Every rule against the installed JAX: results, weakness and refusals, under all settings.

A rule that the ledger has was compared in all cells: a sample of them is taken again, under one of
the settings, by turns. One that it lacks, since it is new or has changed, is compared in all cells
here, which takes seconds; after a change of many rules `promo verify` does that, and keeps it. Of a
version of JAX that has no ledger yet a sample of all rules is taken.
"""

from __future__ import annotations

import jax
import pytest

from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import (
    SETTINGS,
    Cell,
    Oracle,
    cells,
    expected,
    names,
    rule_of,
    sampled,
)
from promo_typing.oracle.fingerprints import fingerprint
from promo_typing.oracle.ledger import Ledger
from promo_typing.oracle.verify import compared
from promo_typing.rules import FUNCTIONS, OPERATORS, parameters

SAMPLE = 6
"""Cells of a rule for each of the settings, with and without a dtype, where there is no ledger."""

SAMPLE_AGAIN = 2
"""So many of a rule that the ledger has."""

INSTALLED = [name for name in names() if Oracle(Semantics()).has(name)]
"""The rules of functions that this version of JAX has; tests of the catalogue name the others."""

SETTING_AGAIN = {name: SETTINGS[at % len(SETTINGS)] for at, name in enumerate(INSTALLED)}
"""The setting in which a rule of the ledger is compared again."""

LEDGER = Ledger(jax.__version__)


def _module_of(name: str) -> str:
    return name.partition("[")[0].rpartition(".")[0]


def _is_lacking(name: str) -> bool:
    return bool(LEDGER.lacking({name: fingerprint(name)}))


@pytest.mark.parametrize("name", INSTALLED)
def test_the_rule_says_what_jax_does(name: str, pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--all-cells") or (not LEDGER.is_empty and _is_lacking(name)):
        comparison = compared(name)
    elif LEDGER.is_empty:
        comparison = compared(name, sample=SAMPLE)
    else:
        comparison = compared(name, sample=SAMPLE_AGAIN, settings=[SETTING_AGAIN[name]])
    assert comparison.compared
    assert [str(difference) for difference in comparison.differences] == []


def test_every_setting_has_its_turn() -> None:
    assert {*SETTING_AGAIN.values()} == {*SETTINGS}


@pytest.mark.parametrize("module", sorted({_module_of(name) for name in INSTALLED}))
def test_jax_accepts_something(module: str) -> None:
    """A call that is refused whatever the dtype would agree with any rule that refuses."""
    ours = [name for name in INSTALLED if _module_of(name) == module]
    assert [name for name in ours if not accepts_something(name)] == []


def accepts_something(name: str) -> bool:
    semantics = Semantics(x64=True)
    accepted = (
        cell
        for cell in cells(name, semantics)
        if (answer := expected(rule_of(name), cell, semantics)) and answer.results
    )
    first = next(accepted, None)
    if first is None:  # The rule is certain in special cases only, which are tested by name.
        return bool(parameters(FUNCTIONS[name]))
    with Oracle(semantics) as oracle:
        (answers,) = oracle.observed(name, [first])
    return any(answer.results for answer in answers)


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
    agreed = rule is None or rule.meaning == answer.meaning
    return [] if agreed else [f"{name}{cell.operands} with {oracle.semantics}: {rule}, {answer}"]
