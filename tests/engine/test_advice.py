"""Advice about refused calls: the promotion system accepts it, and JAX executes it."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import jax
import jax.numpy as jnp
import pytest

from promo_runtime import DtypeError, Engine, OperandError, PromotionError, TensorProcessor
from promo_runtime.families import described
from promo_runtime.functions import METHODS, UFUNCS, arity
from promo_runtime.operations.plan import BeyondJax, JaxCall, Plan, plan_call
from promo_typing.core.dtypes import KINDS, NODES, STRONG
from promo_typing.lattice.semantics import Semantics
from promo_typing.lattice.wishes import lost_in
from promo_typing.rules import FUNCTIONS, without_arguments
from promo_typing.rules.advice import Cast, TakeReal
from promo_typing.rules.explain import Explanation
from promo_typing.systems import SYSTEMS, Operand, Undefined
from promo_typing.systems.explain import explain_for
from tests.tracebacks import whole_tracebacks

from .operands import sample_size

SETTINGS: Final = (Semantics(), Semantics(x64=True))
FOREIGN: Final = [name for name, system in SYSTEMS.items() if system.jax_settings is None]
ONE_OR_TWO: Final = sorted(
    name
    for name, function in METHODS.items()
    if arity(function) in (1, 2) and described(function) is not None
)
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


BOOL, I8, I32, F32 = (jnp.ones(2, name) for name in ("bool", "int8", "int32", "float32"))
F8, C64 = jnp.ones(2, "float8_e4m3fn"), jnp.ones(2, "complex64")
IN_JAX: Final = (
    "; or call jax.numpy, which has JAX's own promotion, or choose another system, "
    "e.g. Engine(system='jax')"
)

MESSAGES: Final[dict[str, tuple[str, str, tuple[Any, ...], str]]] = {
    "no loop": (
        "numpy",
        "gcd",
        (F32, F32),
        "numpy.gcd has no loop for float32; cast all operands, e.g. x.astype(jnp.int32)",
    ),
    "no numbers": (
        "array-api",
        "subtract",
        (BOOL, BOOL),
        "subtract takes numbers, not bool; cast all operands, e.g. x.astype(jnp.int8)",
    ),
    "no addition": (
        "tensorflow",
        "multiply",
        (BOOL, BOOL),
        "multiply takes no bool; cast all operands, e.g. x.astype(jnp.int8)" + IN_JAX,
    ),
    "no promotion": (
        "jax-lax",
        "bitwise_and",
        (F32, I32),
        "bitwise_and promotes nothing and takes operands of one dtype, here float32 and int32; "
        "cast the float32, e.g. x.astype(jnp.int32)",
    ),
    "either operand": (
        "torch",
        "subtract",
        (BOOL, BOOL),
        "computes in bool under the promotion system 'torch', which JAX does not accept: it takes "
        "any dtype but bool; cast one operand, e.g. x.astype(jnp.int8)",
    ),
    "imaginary parts": (
        "numpy",
        "copysign",
        (C64, C64),
        "numpy.copysign has no loop for complex64; take x.real or jnp.abs(x) first",
    ),
    "nothing helps": ("numpy", "gcd", (C64, C64), "numpy.gcd has no loop for complex64"),
    "a Python bool": (
        "array-api",
        "add",
        (F32, True),
        "write the Python bool as an array, e.g. jnp.float32(x)" + IN_JAX,
    ),
    "a wide integer": (
        "numpy",
        "add",
        (I8, 1000),
        "cast the int8, e.g. x.astype(jnp.int32)" + IN_JAX,
    ),
    "a sequence": (
        "torch",
        "concatenate",
        ([F8, F32],),
        "an 8-bit float promotes with its own dtype only; cast the float8_e4m3fn, "
        "e.g. x.astype(jnp.float32)",
    ),
}


@pytest.mark.parametrize("case", MESSAGES)
def test_messages(case: str) -> None:
    system, function, operands, words = MESSAGES[case]
    with pytest.raises(DtypeError) as caught:
        Engine(system)(function, *operands)
    assert str(caught.value).endswith(words)


def test_what_jax_refuses_is_found_before_it_is_executed() -> None:
    operation = Engine("torch").operation("copysign")
    with pytest.raises(OperandError, match=r"JAX does not accept: it takes bool, integers"):
        operation.plan(F8, F8)  # type: ignore[attr-defined]
    with pytest.raises(OperandError, match=r"float8_e4m3fn under the promotion system 'torch'"):
        operation(F8, F8)


def test_a_requested_dtype_counts() -> None:
    engine = Engine("torch")
    assert engine.sum(BOOL, dtype=jnp.float32).dtype == jnp.float32
    with pytest.raises(DtypeError, match="JAX does not accept"):
        engine.matmul(I32, I32, preferred_element_type=jnp.int8)


@pytest.mark.parametrize("system", ["torch", "numpy", "tensorflow", "jax-lax"])
def test_no_exception_of_jax_comes_through(system: str) -> None:
    engine, refusals = Engine(system), 0
    dtypes = ("bool", "int4", "int8", "uint32", "float8_e5m2", "float16", "float32", "complex64")
    for function in filter(UFUNCS.__contains__, ONE_OR_TWO):
        shape = (2, 2)
        count = arity(METHODS[function])
        every = [(dtype,) * count for dtype in dtypes]
        every += random.Random(function).sample([*itertools.product(dtypes, repeat=count)], 4)
        for names in dict.fromkeys(every):
            arrays = [jax.ShapeDtypeStruct(shape, jnp.dtype(name)) for name in names]
            try:
                with whole_tracebacks():
                    jax.eval_shape(getattr(engine, function), *arrays)
            except DtypeError:
                refusals += 1
    assert refusals > 50


ELSEWHERE: Final[dict[str, tuple[Callable[[], Any], str]]] = {
    "result_type": (
        lambda: Engine("torch").result_type(F8, I8),
        "result_type of float8_e4m3fn and int8 is undefined .* cast the float8_e4m3fn, e.g. ",
    ),
    "a processor": (
        lambda: (
            TensorProcessor(Engine("tensorflow"))
            .add_input(I8)
            .add_input(F32)
            .promote_to_common_dtype()
            .plan()
        ),
        r"the second operand, float32, is .*; cast the int8, e.g. x.astype\(jnp.float32\)$",
    ),
}


@pytest.mark.parametrize("case", ELSEWHERE)
def test_advice_of_what_is_no_function(case: str) -> None:
    call, words = ELSEWHERE[case]
    with pytest.raises(PromotionError, match=words):
        call()
