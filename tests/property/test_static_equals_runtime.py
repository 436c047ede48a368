"""Static = runtime: mypy with the plugin and JAX agree on every subexpression of random programs.

``pytest tests/property --examples 100000`` checks any number of programs, with ``--seed`` others.
For each program asked for there is at least one expression that is an operation or a call, that
differs from all others, and for which JAX was asked.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from promo_typing.core.versions import JAX_0_10, installed
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import SETTINGS

from . import runtime
from .checker import Checker
from .compare import Case, cases, disagreements, report
from .expressions import Expression, Rendered
from .programs import Grammar, Variables

BATCH = 500
"""Programs in one run of mypy."""

# It narrows 64-bit arguments of a traced function even where it allows 64-bit dtypes.
_NARROWS_ARGUMENTS = installed() == JAX_0_10

ALL_SETTINGS = tuple(
    semantics
    for semantics in (*SETTINGS, Semantics(explicit_x64="error"))
    if not (_NARROWS_ARGUMENTS and semantics.explicit_x64 == "allow" and not semantics.x64)
)


def _name(semantics: Semantics) -> str:
    x64 = "x64" if semantics.x64 else f"x32-{semantics.explicit_x64}"
    return f"{x64}-{semantics.promotion}"


@pytest.mark.parametrize("semantics", ALL_SETTINGS, ids=_name)
def test_every_subexpression(
    semantics: Semantics, examples: int, examples_seed: int, tmp_path: Path
) -> None:
    variables = Variables(semantics)
    count = -(-examples // len(ALL_SETTINGS))
    # Some programs are drawn twice, and in strict mode JAX refuses many of them early.
    drawn = _drawn(Grammar(variables), count + count // 4, examples_seed)
    checker = Checker(semantics, tmp_path, variables.header)
    compared, found = set[str](), list[Case]()
    for start in range(0, len(drawn), BATCH):
        batch = [Rendered.of(expression) for expression in drawn[start : start + BATCH]]
        static = checker.observe(batch)
        actual = runtime.observe(batch, variables.arrays, variables.others, semantics)
        for program, left, right in zip(batch, static, actual, strict=True):
            in_program = cases(program, left, right)
            compared.update(str(case.expression) for case in in_program if case.is_compared)
            found += disagreements(in_program, semantics)
    assert not found, report(found, len(compared))
    assert len(compared) >= count, "many programs are equal, or JAX refuses too many early"


def _drawn(grammar: Grammar, count: int, examples_seed: int) -> list[Expression]:
    """Draw programs. They are checked in batches, since one run of mypy takes seconds."""
    found: list[Expression] = []

    @seed(examples_seed)
    @settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    @given(grammar.program())
    def draw(program: Expression) -> None:
        found.append(program)

    draw()
    return found
