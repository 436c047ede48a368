"""Calls of functions with type variables that stand for one of several dtypes.

The same program is checked by mypy and run: the dtype of each line is among the revealed ones.
"""

from __future__ import annotations

import re
import runpy
import sys
import typing
from collections import defaultdict
from pathlib import Path
from typing import Any

import jax
import pytest

from tests.traced import traced

from .mypy_runs import mypy, write

DEFINITIONS = """\
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload, reveal_type

import jax
import jax.numpy as jnp
from promo_typing import Array, weak_float

D = TypeVar("D", jnp.bfloat16, jnp.float32)
E = TypeVar("E", jnp.int8, jnp.bfloat16, jnp.float32)
W = TypeVar("W", weak_float, jnp.float32)
T = TypeVar("T", Array[jnp.bfloat16], Array[jnp.float32])

def add(x: Array[D], y: Array[D]) -> Array[D]:
    return x + y

def same(x: T) -> T:
    return x

def weak_or_strong(x: Array[W]) -> Array[W]:
    return x

def first(xs: list[Array[D]]) -> Array[D]:
    return xs[0]

def turned(pair: tuple[Array[D], int]) -> tuple[int, Array[D]]:
    return pair[1], pair[0]

def maybe(x: Array[D] | None) -> Array[D] | None:
    return x

def all_of(*xs: Array[D], **named: Array[D]) -> Array[D]:
    return xs[0] if xs else named["x"]

def two(x: Array[D], y: Array[E]) -> Array[E]:
    return y

def made(dtype: type[E]) -> Array[E]:
    return jnp.ones(2, dtype)

def applied(f: Callable[[Array[D]], Array[D]], x: Array[D]) -> Array[D]:
    return f(x)

class Box(Generic[D]):
    def __init__(self, x: Array[D]) -> None:
        self.x: Array[D] = x

class Layer:
    def method(self, x: Array[D]) -> Array[D]:
        return x

    @classmethod
    def of_class(cls, x: Array[D]) -> Array[D]:
        return x

    @staticmethod
    def static(x: Array[D]) -> Array[D]:
        return x

    def __call__(self, x: Array[D]) -> Array[D]:
        return x

    def __matmul__(self, x: Array[D]) -> Array[D]:
        return x

@overload
def overloaded(x: Array[D]) -> Array[D]: ...
@overload
def overloaded(x: int) -> int: ...
def overloaded(x: Any) -> Any:
    return x

@jax.jit
def jitted(x: Array[D]) -> Array[D]:
    return x * 2

def total(x: Array[D], y: Array[D]) -> Array[D]:
    return (x * y).sum()

mapped = jax.vmap(add)
"""

PROGRAM = f"""\
{DEFINITIONS}
f32, bf16, i8 = jnp.ones(2), jnp.ones(2, jnp.bfloat16), jnp.ones(2, jnp.int8)
weak = jnp.asarray(1.0)
named = {{"f32": f32, "bf16": bf16}}

for d in (jnp.float32, jnp.bfloat16):
    x = jnp.ones(2, d)
    reveal_type(add(x, x))
    reveal_type(add(y=x, x=x))
    reveal_type(add(add(x, add(x, x)), add(x, x)))
    reveal_type(same(x))
    reveal_type(first([x]))
    reveal_type(turned((x, 1))[1])
    reveal_type(maybe(x))
    reveal_type(all_of(x, x))
    reveal_type(all_of(x=x))
    reveal_type(all_of(*[x, x]))
    reveal_type(two(x, x))
    reveal_type(two(x, i8))
    reveal_type(made(d))
    reveal_type(applied(jitted, x))
    reveal_type(applied(lambda each: each * 2, x))
    reveal_type(Box(x).x)
    reveal_type(Layer().method(x))
    reveal_type(Layer.of_class(x))
    reveal_type(Layer.static(x))
    reveal_type(Layer()(x))
    reveal_type(Layer() @ x)
    reveal_type(overloaded(x))
    reveal_type(jitted(x))
    reveal_type(mapped(x, x))
    reveal_type(jax.vmap(add)(x, y=x))
    reveal_type(jax.vmap(add, in_axes=(0, None))(*[x, x]))
    reveal_type(jax.vmap(jax.vmap(add))(x[None], jax.vmap(add)(x, x)[None]))
    reveal_type(jax.jit(jax.vmap(add))(x, x))
    reveal_type(jax.checkpoint(add)(x, x))
    reveal_type(jax.grad(total)(x, x))
    reveal_type(jax.vmap(jax.grad(total))(x, x))

reveal_type(add(named["f32"], named["f32"]))
reveal_type(add(named["f32"], f32))
reveal_type(add(named["bf16"], bf16))
reveal_type(two(bf16, named["f32"]))
reveal_type(add(weak, f32))
reveal_type(weak_or_strong(weak))
reveal_type(made(jnp.int8))
"""


def executed(program: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, set[str]]:
    """The dtypes of the arrays in each line."""
    seen: dict[int, set[str]] = defaultdict(set)

    def reveal_type(value: jax.Array) -> None:
        name = "weak_float" if value.weak_type else value.dtype.name
        seen[sys._getframe(1).f_lineno].add(name)

    monkeypatch.setattr(typing, "reveal_type", reveal_type)
    traced(lambda: runpy.run_path(str(program)))
    return seen


def test_jax_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dtype in a loop is one of two; the dtype of an item of a dictionary is not known."""
    write(tmp_path, PROGRAM)
    run = mypy(tmp_path)
    assert run.status == 0, run.stdout + run.stderr
    pattern = r'main.py:(\d+): note: Revealed type is "(.*)"'
    revealed = {int(line): typ for line, typ in re.findall(pattern, run.stdout)}
    seen = executed(tmp_path / "main.py", monkeypatch)
    assert revealed.keys() == seen.keys()
    lines = PROGRAM.splitlines()
    said = {line: set(re.findall(r"(\w+)\]", typ)) for line, typ in revealed.items()}
    known = {lines[line - 1]: dtypes for line, dtypes in said.items() if dtypes != {"Any"}}
    ran: dict[str, Any] = {lines[line - 1]: dtypes for line, dtypes in seen.items()}
    assert known == {text: ran[text] for text in known}
    assert ran.keys() - known.keys() == {
        "    reveal_type(applied(lambda each: each * 2, x))",
        'reveal_type(add(named["f32"], named["f32"]))',
        'reveal_type(two(bf16, named["f32"]))',
    }


REFUSED = f"""\
{DEFINITIONS}
f32, bf16 = jnp.ones(2), jnp.ones(2, jnp.bfloat16)
for d in (jnp.float32, jnp.bfloat16, jnp.int8):
    reveal_type(add(jnp.ones(2, d), f32))
    add(jnp.ones(2, d), jnp.ones(2, d))
reveal_type(add(f32, bf16))
reveal_type(jax.vmap(add)(f32, bf16))
reveal_type(maybe(None))
"""


def test_what_no_value_fits_is_refused(tmp_path: Path) -> None:
    """The message names the expected type, given the other arguments."""
    write(tmp_path, REFUSED)
    found = [line.partition("error: ")[2] for line in mypy(tmp_path).stdout.splitlines()]
    several = "Array[float32] | Array[bfloat16] | Array[int8]"
    both = "Array[bfloat16] | Array[float32]"
    assert [each for each in found if each] == [
        f'Argument 1 to "add" has incompatible type "{several}"; '
        'expected "Array[float32]"  [arg-type]',
        f'Argument 1 to "add" has incompatible type "{several}"; expected "{both}"  [arg-type]',
        f'Argument 2 to "add" has incompatible type "{several}"; expected "{both}"  [arg-type]',
        'Argument 1 to "add" has incompatible type "Array[float32]"; '
        'expected "Array[bfloat16]"  [arg-type]',
        'Argument 1 has incompatible type "Array[float32]"; expected "Array[bfloat16]"  [arg-type]',
    ]


def test_unknown_stays_unknown(tmp_path: Path) -> None:
    """The dtype is unknown if no constraint fits, or if an argument has no dtype."""
    write(tmp_path, REFUSED)
    found = re.findall(r'Revealed type is "(.*)"', mypy(tmp_path).stdout)
    assert [re.sub(r"[\w.]*\.(?=\w+)", "", each) for each in found] == [
        "Array[float32]",
        "Array[Any]",
        "Array[Any]",
        "Array[Any] | None",
    ]
