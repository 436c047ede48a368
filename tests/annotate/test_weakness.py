"""The weakness of an array makes no difference exactly where JAX's promotion says so."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from promo_cli.annotate.weakness import Run, is_like, run_of
from promo_recorder.facts import Field
from promo_recorder.values import ArrayValue, DictValue, NumPyValue, TupleValue
from promo_typing.core.dtypes import DEFAULTS, STRONG, WEAK

from .conftest import Program

pytestmark = pytest.mark.slow

SCALARS = {"weak_int": 1, "weak_float": 1.0, "weak_complex": 1j}


def joined(*dtypes: str) -> str | None:
    operands = [SCALARS[each] if each in WEAK else jnp.dtype(each) for each in dtypes]
    try:
        return str(jnp.result_type(*operands))
    except jax.dtypes.TypePromotionError:
        return None


@pytest.mark.parametrize("x64", [False, True])
@pytest.mark.parametrize("weak", WEAK)
def test_jax_makes_no_difference(weak: str, x64: bool) -> None:
    strong = DEFAULTS[weak][x64]
    with jax.enable_x64(x64):
        others = [each for each in (*STRONG, *WEAK) if x64 or not each.endswith(("64", "128"))]
        alike = {each for each in others if joined(weak, each) == joined(strong, each)}
    assert {each for each in others if is_like(weak, strong, {each})} == alike


def test_a_weak_dtype_beside_its_strong_one() -> None:
    assert Run(frozenset({"int8"})).settled(["weak_float", "float32"]) == ("float32",)
    assert Run(frozenset({"bfloat16"})).settled(["weak_float", "float32"]) == (
        "weak_float",
        "float32",
    )
    assert Run().settled(["weak_float", "weak_int", "int32"]) == ("weak_float", "int32")


def test_all_arrays_of_a_run_count() -> None:
    inner = TupleValue((ArrayValue("bfloat16"),))
    text = ArrayValue("float32", weak=True)
    of_numpy = NumPyValue("float16", scalar=True)
    fact = Field("a.py", "State", "mean", DictValue((), (inner, text, of_numpy)))
    assert run_of([fact]).dtypes == {"bfloat16", "weak_float", "float16"}


STATE = """\
from typing import NamedTuple

import jax
import jax.numpy as jnp


class State(NamedTuple):
    mean: jax.Array


def step(state, scale):
    state = State(state.mean * scale)
    return state


start = State(jnp.full(2, jnp.nan))
print(start.mean, step(start, jnp.ones(2)).mean)
"""


def test_a_field_that_is_weak_at_first(program: Program) -> None:
    assert "    mean: Array[jnp.float32]\n" in program.annotated("main.py", STATE)


def test_where_another_dtype_is_around_nothing_is_said(program: Program) -> None:
    more = "print(step(start, jnp.ones(2, jnp.bfloat16)).mean)\n"
    assert "    mean: jax.Array\n" in program.annotated("main.py", STATE + more)


def test_a_parameter_that_is_weak_in_some_calls(program: Program) -> None:
    text = """\
import jax.numpy as jnp


def double(x):
    x = x * jnp.ones(2)
    return x


double(jnp.ones(2))
double(jnp.asarray(1.0))
"""
    written = program.annotated("main.py", text)
    assert "def double(x: Array[jnp.float32]) -> Array[jnp.float32]:" in written


def test_an_array_of_numpy_is_around_as_well(program: Program) -> None:
    more = """
import numpy as np


def narrowed(state, data):
    return state.mean * data


print(narrowed(start, np.ones(2, np.float16)).dtype)
"""
    assert "    mean: jax.Array\n" in program.annotated("main.py", STATE + more)
