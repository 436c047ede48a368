"""Advice about refused calls: the promotion system takes what is advised, and JAX executes it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import pytest

from promo_runtime.families import described
from promo_runtime.functions import METHODS, arity
from promo_runtime.operations.plan import BeyondJax, JaxCall, Plan, plan_call
from promo_typing.core.dtypes import KINDS, NODES, STRONG
from promo_typing.lattice.semantics import Semantics
from promo_typing.lattice.wishes import lost_in
from promo_typing.rules import FUNCTIONS, without_arguments
from promo_typing.rules.advice import Cast, TakeReal
from promo_typing.rules.explain import Explanation
from promo_typing.systems import SYSTEMS, Operand, Undefined
from promo_typing.systems.explain import explain_for

SETTINGS: Final = (Semantics(), Semantics(x64=True))
FOREIGN: Final = [name for name, system in SYSTEMS.items() if system.jax_settings is None]
ONE_OR_TWO: Final = sorted(
    name
    for name, function in METHODS.items()
    if arity(function) in (1, 2) and described(function) is not None
)
PYTHON: Final = tuple(Operand(kind, python=True) for kind in ("bool", "int", "float", "complex"))
SAMPLE: Final = 4
"""Cells of a function that are looked at under each system and setting."""


@dataclass(frozen=True)
class Cell:
    """A call of a function on operands of some dtypes under a promotion system."""

    system: str
    function: str
    operands: tuple[Operand, ...]
    semantics: Semantics

    def planned(self, operands: Sequence[Operand]) -> Plan | Undefined | BeyondJax:
        key = tuple((each.dtype, each.python, each.zero_dimensional) for each in operands)
        return planned(self.system, self.function, key, self.semantics)

    def takes(self, operands: Sequence[Operand]) -> bool:
        return isinstance(self.planned(operands), Plan)

    def explained(self) -> Explanation:
        return explain_for(self.operands, self.semantics, self.takes, "")

    def cast(self, places: tuple[int, ...], dtype: str) -> list[Operand]:
        """The operands, some of them cast; an array of a Python scalar has no dimensions."""
        return [
            Operand(dtype, zero_dimensional=each.python) if place in places else each
            for place, each in enumerate(self.operands)
        ]

    def holds(self, dtype: str) -> bool:
        """Whether a dtype has the values of all operands."""
        kind = KINDS.index(NODES[dtype].kind)
        nodes = [*map(self.node, self.operands)]
        return all(KINDS.index(NODES[n].kind) <= kind and not lost_in(n, dtype) for n in nodes)

    def node(self, operand: Operand) -> str:
        """The dtype at run time, of Python's numbers the default one."""
        weak = {"int": "weak_int", "float": "weak_float", "complex": "weak_complex"}
        return self.semantics.strong(weak.get(operand.dtype, operand.dtype))

    def drops(self, places: tuple[int, ...], dtype: str) -> bool:
        """Whether a cast drops imaginary parts."""
        return NODES[dtype].kind != "complex" and any(
            NODES[self.node(self.operands[place])].kind == "complex" for place in places
        )


@cache
def planned(
    system: str,
    function: str,
    operands: tuple[tuple[str, bool, bool], ...],
    semantics: Semantics,
) -> Plan | Undefined | BeyondJax:
    rule = without_arguments(FUNCTIONS[METHODS[function]])
    call = JaxCall(rule, tuple(operand.name for operand in rule.operands))
    given = [Operand(dtype, False, python, flat) for dtype, python, flat in operands]
    return plan_call(SYSTEMS[system], METHODS[function], given, call, semantics)


def refused(system: str, function: str, semantics: Semantics) -> Iterator[Cell]:
    """Some of the cells of a function that are refused."""
    there_are = [Operand(dtype) for dtype in STRONG if not semantics.narrows(dtype)]
    every = list(itertools.product((*there_are, *PYTHON), repeat=arity(METHODS[function])))
    random.Random(f"{system} {function} {semantics}").shuffle(every)
    # Two operands alike are few among all, and fail for another reason: the function refuses them.
    alike = [pair for pair in every if len({*pair}) == 1]
    for operands in (*alike[:SAMPLE], *every[: 2 * SAMPLE]):
        cell = Cell(system, function, operands, semantics)
        if not cell.takes(operands):
            yield cell


def changes(cell: Cell) -> Iterator[tuple[tuple[int, ...], str]]:
    """Every cast of some operands to one dtype that changes one of them and drops nothing."""
    places = range(len(cell.operands))
    some = [*((place,) for place in places), tuple(places)]
    for dtype in STRONG:
        for changed in {*some}:
            given = [cell.operands[place] for place in changed]
            others = [each.python or each.dtype != dtype for each in given]
            narrowed = cell.semantics.narrows(dtype)
            if any(others) and not narrowed and not cell.drops(changed, dtype):
                yield changed, dtype


def is_usual(dtype: str) -> bool:
    """Whether programs have the dtype often enough to advise it before others."""
    return "_" not in dtype and NODES[dtype].bits >= 8


def lossless(cell: Cell) -> list[str]:
    """The usual dtypes that hold the values of all operands, and that the system takes."""
    every = tuple(range(len(cell.operands)))
    return [
        dtype
        for dtype in filter(is_usual, STRONG)
        if not cell.semantics.narrows(dtype)
        and cell.holds(dtype)
        and cell.takes(cell.cast(every, dtype))
    ]


@pytest.mark.parametrize("system", FOREIGN)
def test_the_system_takes_what_is_advised(system: str) -> None:
    advised = kept = 0
    for function, semantics in itertools.product(ONE_OR_TWO, SETTINGS):
        for cell in refused(system, function, semantics):
            advice = cell.explained().advice
            if advice is None:
                assert not any(cell.takes(cell.cast(*each)) for each in changes(cell)), cell
                continue
            assert isinstance(advice, Cast | TakeReal)
            assert cell.takes(cell.cast(advice.places, advice.dtype)), (cell, advice)
            given = {cell.operands[place] for place in advice.places}
            assert given != {Operand(advice.dtype)}, (cell, advice)
            assert not (isinstance(advice, Cast) and cell.drops(advice.places, advice.dtype))
            advised += 1
            narrow = [NODES[dtype].bits for dtype in lossless(cell)]
            if narrow:
                assert isinstance(advice, Cast), cell
                assert cell.holds(advice.dtype), (cell, advice)
                assert NODES[advice.dtype].bits == min(narrow), (cell, advice)
                kept += 1
    assert advised > 100
    assert kept > 20
