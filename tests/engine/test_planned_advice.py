"""Advice about refused calls: the promotion system accepts it. JAX executes nothing here.

A plan asks the installed JAX only which dtypes there are. These are the same in all supported
versions, as ``test_advice.py`` tests, so ``make test-jax`` leaves this module out.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import pytest

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

from .operands import ONE_OR_TWO, sample_size

SETTINGS: Final = (Semantics(), Semantics(x64=True))
FOREIGN: Final = [name for name, system in SYSTEMS.items() if system.jax_settings is None]
PYTHON: Final = tuple(Operand(kind, python=True) for kind in ("bool", "int", "float", "complex"))
SAMPLE: Final = sample_size(6)
"""The number of cells of a function that are tested under each system and setting; None is all."""


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

    def names_no_other_function(self) -> bool:
        """Whether the reason names the called function, and no similar one."""
        found = self.planned(self.operands)
        if not isinstance(found, Undefined):
            return True
        named = {*re.findall(r"\b(add|dot|sum|equal)\b(?! dtypes)", found.reason)}
        return found.function in ("", self.function) and named <= {self.function}

    def cast(self, places: tuple[int, ...], dtype: str) -> list[Operand]:
        """The operands, some of them cast; a cast Python scalar is an array without dimensions."""
        return [
            Operand(dtype, zero_dimensional=each.python) if place in places else each
            for place, each in enumerate(self.operands)
        ]

    def holds(self, dtype: str) -> bool:
        """Whether a dtype holds all values of all operands."""
        return all(holds(dtype, self.node(each)) for each in self.operands)

    def node(self, operand: Operand) -> str:
        """The dtype of an operand at run time; for a Python number the default dtype."""
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


@cache
def holds(dtype: str, node: str) -> bool:
    """Whether a dtype holds all values of another."""
    higher = KINDS.index(NODES[dtype].kind) >= KINDS.index(NODES[node].kind)
    return higher and not lost_in(node, dtype)


@cache
def given(semantics: Semantics, count: int) -> tuple[list[tuple[Operand, ...]], ...]:
    """The operands that a function of so many is tested on: equal ones, and all.

    Cells with equal operands are few, and are refused for another reason: by the function.
    """
    there_are = [Operand(dtype) for dtype in STRONG if not semantics.truncates(dtype)]
    choices = (*there_are, *PYTHON)
    return [(each,) * count for each in choices], list(itertools.product(choices, repeat=count))


def refused(system: str, function: str, semantics: Semantics) -> Iterator[Cell]:
    """Some of the refused cells of a function."""
    chosen = random.Random(f"{system} {function} {semantics}")
    for every in given(semantics, arity(METHODS[function])):
        for operands in chosen.sample(every, SAMPLE or len(every)):
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
            truncated = cell.semantics.truncates(dtype)
            if any(others) and not truncated and not cell.drops(changed, dtype):
                yield changed, dtype


def is_usual(dtype: str) -> bool:
    """Whether a dtype is common in programs, so that it is advised before others."""
    return "_" not in dtype and NODES[dtype].bits >= 8


USUAL: Final = sorted(filter(is_usual, STRONG), key=lambda dtype: NODES[dtype].bits)
"""The usual dtypes, the narrowest first."""


def least_bits(cell: Cell) -> int | None:
    """The bits of the narrowest usual dtype that holds all operands and that the system accepts."""
    every = tuple(range(len(cell.operands)))
    lossless = (
        NODES[dtype].bits
        for dtype in USUAL
        if not cell.semantics.truncates(dtype)
        and cell.holds(dtype)
        and cell.takes(cell.cast(every, dtype))
    )
    return next(lossless, None)


@pytest.mark.slow
@pytest.mark.parametrize("system", FOREIGN)
def test_the_system_takes_what_is_advised(system: str) -> None:
    advised = kept = 0
    for function, semantics in itertools.product(ONE_OR_TWO, SETTINGS):
        for cell in refused(system, function, semantics):
            assert cell.names_no_other_function(), cell.planned(cell.operands)
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
            bits = least_bits(cell)
            if bits is not None:
                assert isinstance(advice, Cast), cell
                assert cell.holds(advice.dtype), (cell, advice)
                assert NODES[advice.dtype].bits == bits, (cell, advice)
                kept += 1
    assert advised > 100
    assert kept > 20
