"""Carries that are lists or dictionaries with arrays of several dtypes: JAX judges the findings."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM = """\
import dataclasses

import jax
import jax.numpy as jnp
from jax import lax

bf16 = jnp.ones(3, jnp.bfloat16)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class State:
    best: jax.Array
    seen: jax.Array

    def replace(self, **changes):
        return dataclasses.replace(self, **changes)


def widened():
    def step(_, state):
        p, m, i = state
        m = 0.9 * m + bf16
        return [p - 0.1 * m, m, i + 1]

    return lax.fori_loop(0, 3, step, [bf16, jnp.zeros(3, jnp.float32), 0])


def cast():
    def step(_, state):
        p, m, i = state
        m = 0.9 * m + bf16
        return [p - (0.1 * m).astype(p.dtype), m, i + 1]

    return lax.fori_loop(0, 3, step, [bf16, jnp.zeros(3, jnp.float32), 0])


def promoted_once():
    def step(carry, x):
        a, b = carry
        return [a + x, b * 2], None

    return lax.scan(step, [0.0, 1], bf16)


def promoted_too_late():
    def step(carry, x):
        return [carry[0] + x, carry[1] + carry[0], carry[2] + carry[1]], None

    return lax.scan(step, [0.0, 0.0, 0.0], bf16)


def named():
    start = [jnp.int32(0), bf16]
    return lax.while_loop(lambda s: s[0] < 3, lambda s: [s[0] + 1.0, s[1] * 2], start)


def changed_before():
    start = [jnp.int32(0), bf16]
    start[0] = jnp.float32(0)
    return lax.while_loop(lambda s: s[0] < 3, lambda s: [s[0] + 1.0, s[1] * 2], start)


def shifted():
    def step(state, sample):
        newest, older = state
        return [sample, newest], newest + older

    return lax.scan(step, [jnp.zeros(()), jnp.zeros(())], bf16)


def kept():
    return lax.while_loop(lambda s: s[1] < 3, lambda s: [s[0] / 2, s[1] + 1], [bf16, 0])


def entry_set():
    def step(state, x):
        state["total"] = state["total"] + x
        state["count"] += 1
        return state, state["count"]

    return lax.scan(step, {"total": jnp.zeros((), jnp.int32), "count": 0}, bf16)


def entry_set_with_an_operator():
    def step(_, state):
        halved = list(map(lambda item: item / 2, [state["x"]]))[0]
        state["sum"] += halved
        return state

    return lax.fori_loop(0, 3, step, {"sum": bf16, "x": jnp.ones(3)})


def entry_kept():
    def step(state, x):
        state["total"] += x
        state["count"] = state["count"] + 1
        return state, None

    return lax.scan(step, {"total": jnp.zeros(()), "count": 0}, bf16)


def entry_promoted():
    def step(state):
        state["best"] = jnp.maximum(state["best"], bf16.max())
        return state

    done = lax.while_loop(lambda s: s["best"] < 1, step, {"best": 0})
    return lax.scan(lambda c, x: (c + done["best"], x), jnp.int32(0), bf16)


def copied():
    def step(state, x):
        return {**state, "total": state["total"] + x}, None

    return lax.scan(step, {"total": jnp.int32(0), "other": bf16}, bf16)


def copied_and_kept():
    def step(state, x):
        return {**state, "total": state["total"] + x}, None

    return lax.scan(step, {"total": jnp.float32(0), "other": bf16}, bf16)


def entry_set_in_a_branch(flag=False):
    def step(state, x):
        if flag:
            state["total"] = state["total"] + x
        return state, None

    return lax.scan(step, {"total": jnp.int32(0)}, bf16)


def entry_set_twice():
    def step(state, x):
        state["rounded"] = state["rounded"] + x
        state["rounded"] = state["rounded"].astype(jnp.int32)
        return state, None

    return lax.scan(step, {"rounded": jnp.int32(0)}, bf16)


def called_elsewhere():
    def advance(state, x):
        state["seen"] = state["seen"] + x
        return state, None

    state = {"seen": jnp.int32(0)}
    advance(state, jnp.float32(0))
    return lax.scan(advance, state, jnp.ones(3))


def field_set():
    def step(_, state):
        return state.replace(best=state.best * state.seen)

    return lax.fori_loop(0, 3, step, State(jnp.bfloat16(1), jnp.float32(0)))


def field_kept():
    def step(_, state):
        return state.replace(best=state.best * 2, seen=state.seen + state.best)

    return lax.fori_loop(0, 3, step, State(jnp.bfloat16(1), jnp.float32(0)))


FUNCTIONS = [
    field_set,
    field_kept,
    widened,
    cast,
    promoted_once,
    promoted_too_late,
    named,
    changed_before,
    shifted,
    kept,
    entry_set,
    entry_set_with_an_operator,
    entry_kept,
    entry_promoted,
    copied,
    copied_and_kept,
    entry_set_in_a_branch,
    entry_set_twice,
    called_elsewhere,
]
"""

CALLS = "\n".join(f"{name}()" for name in re.findall(r"\w+", PROGRAM.rpartition("= [")[2]))


def test_items_that_change_their_dtype_are_found(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM + CALLS, SETTINGS)
    found = re.findall(r"main.py:(\d+): error: .*\[dtype-carry\]", mypy(tmp_path).stdout)
    (tmp_path / "main.py").write_text(PROGRAM)
    assert {_function_at(int(line)) for line in found} == _refused(tmp_path / "main.py")


def _function_at(line: int) -> str:
    *_, name = re.findall(r"^def (\w+)", "\n".join(PROGRAM.splitlines()[:line]), re.MULTILINE)
    return str(name)


def _refused(program: Path) -> set[str]:
    found = set()
    for function in runpy.run_path(str(program))["FUNCTIONS"]:
        try:
            function()
        except TypeError:
            found.add(function.__name__)
    return found


TARGETS = """\
import jax
import jax.numpy as jnp
from jax import Array, lax


def paths(key: Array) -> Array:
    def first(carry, index):
        return (carry[0] + 1, carry[1]), carry[1]

    def later(carry, index):
        total, mask, key = carry
        return (total + index, mask.at[index].set(True), key), None

    (total, _), _ = lax.scan(first, (jnp.int32(0), jnp.zeros(3)), jnp.arange(3))
    (total, _, _), _ = lax.scan(later, (total, jnp.zeros(3, bool), key), jnp.arange(3))
    return total


paths(jax.random.key(0))
"""


def test_targets_may_have_had_other_dtypes(tmp_path: Path) -> None:
    """Both ``_`` hold a float32 before the second loop; mypy expected one of that loop, too."""
    write(tmp_path, TARGETS, SETTINGS)
    run = mypy(tmp_path)
    assert run.status == 0, run.stdout
    runpy.run_path(str(tmp_path / "main.py"))
