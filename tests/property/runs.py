"""A run checks random programs under one setting, and tallies their subexpressions."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Final

import jax

from promo_typing.core.versions import JAX_0_10, installed
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import SETTINGS
from promo_typing.oracle.memory import MemoryLimit

from . import runtime
from .checker import Checker
from .compare import Case, cases, disagreements
from .expressions import Expression, Rendered
from .outcomes import Failed
from .programs import Grammar, Variables

BATCH: Final = 500
"""The number of programs for one run of mypy, which takes a second to start."""

_MEMORY: Final = MemoryLimit(1 << 30, step=300 << 20)
"""The memory that a process may use before it drops the caches of JAX and mypy."""

# jax 0.10 truncates the 64-bit arguments of a traced function even if it allows 64-bit dtypes.
_TRUNCATES_ARGUMENTS: Final = installed() == JAX_0_10

ALL_SETTINGS: Final = tuple(
    semantics
    for semantics in (*SETTINGS, Semantics(explicit_x64="error"))
    if not (_TRUNCATES_ARGUMENTS and semantics.explicit_x64 == "allow" and not semantics.x64)
)


@dataclass(frozen=True, slots=True)
class Run:
    """A request for at least ``examples`` different subexpressions that JAX answers.

    The programs depend on the seed and the setting, so no two settings have the same programs.
    """

    semantics: Semantics
    examples: int
    seed: str

    def __str__(self) -> str:
        """Name the setting and the seed."""
        return f"{name(self.semantics)}, seed {self.seed}"


@dataclass
class Tally:
    """The findings: fingerprints of compared cases, differences, and causes of accidents."""

    compared: set[int] = field(default_factory=set)
    differences: list[Case] = field(default_factory=list)
    accidents: Counter[str] = field(default_factory=Counter)

    def add(self, found: Sequence[Case], semantics: Semantics) -> None:
        """Count the cases of one program."""
        self.compared.update(_fingerprint(case, semantics) for case in found if case.is_compared)
        self.differences += disagreements(found, semantics)
        outcomes = (case.actual.outcome for case in found)
        self.accidents.update(each.cause for each in outcomes if isinstance(each, Failed))

    def merge(self, other: Tally) -> None:
        """Add the findings of another run."""
        self.compared |= other.compared
        self.differences += other.differences
        self.accidents += other.accidents


def name(semantics: Semantics) -> str:
    """Name a setting in a word."""
    x64 = "x64" if semantics.x64 else f"x32-{semantics.explicit_x64}"
    return f"{x64}-{semantics.promotion}"


def execute(run: Run, folder: Path) -> Tally:
    """Draw programs until enough of them are compared; mypy keeps its cache in the folder.

    Raises:
        RuntimeError: no new program is drawn, or JAX refuses all.
    """
    variables, tally = Variables(run.semantics), Tally()
    grammar = Grammar(variables, Random(str(run)))
    checker = Checker(run.semantics, folder, variables.header)
    while (missing := run.examples - len(tally.compared)) > 0:
        # Some programs are drawn twice, and in strict mode JAX refuses many of them early.
        count = min(BATCH, missing + missing // 4 + 50)
        drawn = dict.fromkeys(grammar.program() for _ in range(count))
        for found in _observed([*drawn], checker, variables):
            tally.add(found, run.semantics)
        if run.examples - len(tally.compared) == missing:
            raise RuntimeError(f"{run}: no program is new, or JAX refuses each of them")
        if _MEMORY.exceeded():
            jax.clear_caches()
            gc.collect()
            _MEMORY.freed()
    return tally


def _observed(
    drawn: Sequence[Expression], checker: Checker, variables: Variables
) -> Iterator[list[Case]]:
    """Yield the cases of each program."""
    programs = [*map(Rendered.of, drawn)]
    static = checker.observe(programs)
    actual = runtime.observe(programs, variables.arrays, variables.others, variables.semantics)
    for program, left, right in zip(programs, static, actual, strict=True):
        yield cases(program, left, right)


def _fingerprint(case: Case, semantics: Semantics) -> int:
    """A number for an expression under a setting: a million numbers fit into memory."""
    text = f"{name(semantics)} {case.expression}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
