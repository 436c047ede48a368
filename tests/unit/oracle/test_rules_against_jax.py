"""Every rule agrees with the installed JAX: results, weakness and refusals, under all settings.

A rule in the ledger was compared in all cells before, so here only a sample is compared, under one
setting. A rule that is not in the ledger, since it is new or has changed, is compared in all cells,
which takes seconds; after a change of many rules run `promo verify`, which updates the ledger. For
a version of JAX without a ledger, a sample of each rule is compared.
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
"""The number of cells of a rule for each setting, with and without a dtype, without a ledger."""

SAMPLE_AGAIN = 2
"""The number of cells of a rule that is in the ledger."""

INSTALLED = [name for name in names() if Oracle(Semantics()).has(name)]
"""The rules of functions in this version of JAX; the tests of the catalogue list the others."""

SETTING_AGAIN = {name: SETTINGS[at % len(SETTINGS)] for at, name in enumerate(INSTALLED)}
"""The setting under which a rule in the ledger is compared again."""

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
    """A wrong call, which is refused for all dtypes, would agree with any rule that refuses all."""
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
    if first is None:  # The rule has results only in special cases, which have their own names.
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
