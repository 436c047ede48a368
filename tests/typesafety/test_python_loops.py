"""The lint of variables that a Python loop widens, compared with JAX on the same programs."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import jax

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM = """\
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

WIDE = jnp.ones(3, jnp.float32)


class State(NamedTuple):
    position: jax.Array
    number: jax.Array


def cell(h, x):
    return jnp.tanh(h + x)


@jax.jit
def update(state, x):
    return State(state.position + x, state.number + 1)


def step(params, x):
    return {"w": params["w"] - 0.1 * x, "b": params["b"] * 2}, jnp.sum(x)


def of_call(h):
    for _ in range(2):
        h = cell(h, WIDE)  # wider
    return h


def over_statements(h):
    n = 0
    while n < 2:
        inner = h * 2
        following = inner * WIDE  # wider
        h = following
        n += 1
    return h


def unpacked(h):
    params = {"w": h, "b": h}
    for _ in range(2):
        params, total = step(params, WIDE)  # wider
    return params["w"]


def of_object(h):
    state = State(h, jnp.int32(0))
    for _ in range(2):
        state = update(state, WIDE)  # wider
    return state.position


def two_at_once(h):
    g = h
    for _ in range(2):
        h, g = cell(g, 0.5), cell(h, WIDE)  # wider
    return g


def added(h):
    for _ in range(2):
        h += WIDE  # wider
    return h


def in_one_branch(h):
    for i in range(2):
        if i > 0:
            h = cell(h, WIDE)  # wider
    return h


def of_inner_loop(h):
    for _ in range(2):
        for _ in range(2):
            h = cell(h, WIDE)  # wider
    return h


def of_small_integers(h):
    total = h.astype(jnp.int8)
    for _ in range(2):
        total = jnp.add(total, jnp.int32(1))  # wider
    return total


def cast_back(h):
    for _ in range(2):
        h = cell(h, WIDE)
        h = h.astype(jnp.bfloat16)
    return h


def cast_at_once(h):
    for _ in range(2):
        h = cell(h, WIDE).astype(jnp.float32)
    return h


def not_handed_on(h):
    for _ in range(2):
        g = h
        g = cell(g, WIDE)
    return h


def begun_in_the_loop(h):
    for i in range(2):
        g = h * 2
        g = g * WIDE
    return h


def gone_through(h):
    for x in [h, h]:
        x = x * WIDE
    return h


def begun_wide(h):
    g = h * 2.0 + WIDE
    for _ in range(2):
        g = cell(g, h)
    return g


def reported_itself(h):
    for _ in range(2):
        h = h * np.float32(2)
    return h


def of_layers(h):
    for w, b in [(WIDE, WIDE), (WIDE, WIDE)]:
        h = cell(h * w, b)
    return h


def of_functions(h):
    for layer in [lambda x: x * WIDE, lambda x: x * WIDE]:
        h = layer(h)
    return h


def of_batches(h):
    for x in [h, h]:
        h = cell(h, WIDE * x)  # wider
    return h


def of_another_kind(h):
    count = jnp.int8(0)
    for _ in range(2):
        count = count * 0.5
    return count


def after_the_loop(h):
    for _ in range(2):
        h = h * 2
    h = cell(h, WIDE)
    return h


"""


def calls() -> str:
    """The text of calls of all functions, so that their bodies are inferred."""
    names = re.findall(r"^def (\w+)\(h\)", PROGRAM, re.M)
    return "".join(f"{name}(jnp.ones(3, jnp.bfloat16))\n" for name in names)


def test_variables_that_go_on_wider(tmp_path: Path) -> None:
    """Each widened variable is reported once, and nothing else."""
    program = PROGRAM + calls()
    write(tmp_path, program, SETTINGS)
    out = mypy(tmp_path).stdout
    found = [int(line) for line in re.findall(r"main.py:(\d+):.*\[dtype-loop-widening\]", out)]
    wider = [n for n, line in enumerate(program.splitlines(), 1) if line.endswith("# wider")]
    assert sorted({*found}) == wider, out


def test_notes_name_what_is_wide(tmp_path: Path) -> None:
    """A note names the value that brought the wider dtype, also inside the function."""
    write(tmp_path, PROGRAM + calls(), SETTINGS)
    out = mypy(tmp_path).stdout
    notes = re.findall(r"note: float32 comes from (.*)", out)
    assert "WIDE (Array[float32]), main.py:7; it is float32 from 'h + x' on" in notes, out
    assert "WIDE (Array[float32]), main.py:7" in notes, out


def test_jax_goes_on_wider(tmp_path: Path) -> None:
    """Reported variables are wider after the loop than before, and others are not."""
    (tmp_path / "main.py").write_text(PROGRAM)
    program = runpy.run_path(str(tmp_path / "main.py"))
    blocks = re.split(r"^(?=def )", PROGRAM, flags=re.M)
    reported = {b.split("(")[0][4:] for b in blocks if "# wider" in b}
    assert len(reported) == PROGRAM.count("# wider")
    for name in sorted(reported):
        after = program[name](jax.numpy.ones(3, jax.numpy.bfloat16))
        assert after.dtype.itemsize == 4, name
    kept = ("cast_back", "not_handed_on", "begun_in_the_loop", "gone_through")
    for name in kept:
        assert program[name](jax.numpy.ones(3, jax.numpy.bfloat16)).dtype.name == "bfloat16"
