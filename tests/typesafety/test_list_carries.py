"""Carries that are lists of unlike arrays: JAX judges which functions are reported."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM = """\
import jax
import jax.numpy as jnp
from jax import lax

bf16 = jnp.ones(3, jnp.bfloat16)


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


FUNCTIONS = [widened, cast, promoted_once, promoted_too_late, named, changed_before, shifted, kept]
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
