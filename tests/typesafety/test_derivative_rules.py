"""Functions with custom derivatives and without annotations: JAX judges the findings."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import jax
import jax.numpy as jnp

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM = """\
from functools import partial

import jax
import jax.numpy as jnp


@jax.custom_vjp
def widened(x):
    return x * 2


def widened_forward(x):
    return widened(x), x


def widened_backward(x, g):
    return (g * x.astype(jnp.float32),)


widened.defvjp(widened_forward, widened_backward)


@jax.custom_vjp
def kept(x):
    return x * 2


def kept_forward(x):
    return kept(x), x.astype(jnp.float32)


def kept_backward(x, g):
    return ((g * x).astype(g.dtype),)


kept.defvjp(kept_forward, kept_backward)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def clipped(x, limit):
    return x


def clipped_forward(x, limit):
    return x, None


def clipped_backward(limit, _, g):
    norm = jnp.sqrt(jnp.sum(g.astype(jnp.float32) ** 2))
    return (g * jnp.minimum(1.0, limit / norm),)


clipped.defvjp(fwd=clipped_forward, bwd=clipped_backward)


@jax.custom_vjp
def tree(x):
    return x["w"] * 2


def tree_forward(x):
    return tree(x), x


def tree_backward(x, g):
    return ({"w": jnp.ones(3), "b": x["b"]},)


tree.defvjp(tree_forward, tree_backward)


@jax.custom_vjp
def counted(x):
    return x * 2


counted.defvjp(lambda x: (counted(x), None), lambda _, g: (None,))

LOSSES = {
    "widened": lambda x: jnp.sum(widened(x) + x),
    "kept": lambda x: jnp.sum(kept(x) + x),
    "clipped": lambda x: jnp.sum(clipped(x, 0.5) + x),
    "tree": lambda x: jnp.sum(tree({"w": x, "b": x}) + x),
    "counted": lambda x: jnp.sum(counted(x) + x),
}


def losses(x):
    return widened(x), kept(x), clipped(x, 0.5), tree({"w": x, "b": x}), counted(x)


losses(jnp.ones(3, jnp.bfloat16))
"""


def test_cotangents_of_another_dtype_are_found(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    found = re.findall(r"main.py:(\d+): error: defvjp: ", mypy(tmp_path).stdout)
    lines = PROGRAM.splitlines()
    assert {lines[int(each) - 1].partition(".")[0] for each in found} == _refused(tmp_path)


def _refused(folder: Path) -> set[str]:
    losses = runpy.run_path(str(folder / "main.py"))["LOSSES"]
    x = jnp.ones(3, jnp.bfloat16)
    return {name for name, loss in losses.items() if _raises(jax.grad(loss), x)}


def _raises(function: object, x: jax.Array) -> bool:
    try:
        function(x)  # type: ignore[operator]
    except TypeError:
        return True
    return False
