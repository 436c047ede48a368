"""A call of ``functools.partial(f, ...)`` has the same type as a call of ``f``, and JAX agrees."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jax
import pytest

from .mypy_runs import Run, mypy, write

DEFINITIONS = """\
import functools
from functools import partial

import jax
import jax.numpy as jnp
from jax import Array, lax

tree_map = jax.tree_util.tree_map
bf16 = jnp.ones((2, 2), jnp.bfloat16)
f32 = jnp.ones((2, 2), jnp.float32)
i32 = jnp.ones((2, 2), jnp.int32)
key = jax.random.key(0)
params = {"w": bf16, "b": jnp.zeros(2, jnp.bfloat16)}
pair = (bf16, f32)

def scaled(x: Array[jnp.bfloat16], n: int) -> Array[jnp.float32]:
    return x * jnp.float32(n)

@jax.jit
def product(x: Array[jnp.float32], y: Array[jnp.bfloat16]) -> Array[jnp.float32]:
    return x * y

class Layer:
    total = partial(jnp.sum, dtype=jnp.float32)

    def of(self, x: Array[jnp.bfloat16]) -> Array[jnp.float32]:
        return self.total(x)

double = functools.partial(jax.tree.map, lambda x: x * 2)
widened = partial(tree_map, lambda x: x * jnp.float32(2))
summed = partial(jnp.sum, axis=0, dtype=jnp.float32)
kept = partial(summed, keepdims=True)
zeros = partial(jnp.zeros, dtype=jnp.bfloat16)
added = partial(jnp.add, jnp.float32(1))
thrice = partial(partial(partial(jnp.einsum), "ij,jk->ik"), bf16)
contracted = partial(
    lax.dot_general,
    dimension_numbers=(((1,), (0,)), ((), ())),
    preferred_element_type=jnp.float32,
)
"""

CALLS = {
    "double(params)": "jax.tree.map(lambda x: x * 2, params)",
    "double(pair)": "jax.tree.map(lambda x: x * 2, pair)",
    "widened(params)": "tree_map(lambda x: x * jnp.float32(2), params)",
    "summed(bf16)": "jnp.sum(bf16, axis=0, dtype=jnp.float32)",
    "summed(bf16, dtype='float16')": "jnp.sum(bf16, axis=0, dtype='float16')",
    "kept(bf16)": "jnp.sum(bf16, axis=0, dtype=jnp.float32, keepdims=True)",
    "zeros(3)": "jnp.zeros(3, dtype=jnp.bfloat16)",
    "zeros(shape=3)": "jnp.zeros(shape=3, dtype=jnp.bfloat16)",
    "added(bf16)": "jnp.add(jnp.float32(1), bf16)",
    "added(i32) * bf16": "jnp.add(jnp.float32(1), i32) * bf16",
    "thrice(f32)": "jnp.einsum('ij,jk->ik', bf16, f32)",
    "contracted(bf16, bf16)": "lax.dot_general(bf16, bf16, (((1,), (0,)), ((), ())), "
    "preferred_element_type=jnp.float32)",
    "partial(jnp.where, i32 > 0)(bf16, 0.5)": "jnp.where(i32 > 0, bf16, 0.5)",
    "partial(jnp.full, fill_value=0.5)(3)": "jnp.full(3, fill_value=0.5)",
    "partial(jnp.clip, min=0)(i32)": "jnp.clip(i32, min=0)",
    "partial(jax.nn.softmax, axis=-1)(bf16)": "jax.nn.softmax(bf16, axis=-1)",
    "partial(jax.nn.one_hot, num_classes=3)(i32)": "jax.nn.one_hot(i32, num_classes=3)",
    "partial(jax.random.normal, shape=(3,))(key)": "jax.random.normal(key, shape=(3,))",
    "partial(lax.convert_element_type, new_dtype=jnp.float16)(f32)": (
        "lax.convert_element_type(f32, new_dtype=jnp.float16)"
    ),
    "partial(lax.scan, lambda c, x: (c + x, x * 2))(bf16[0], bf16)": (
        "lax.scan(lambda c, x: (c + x, x * 2), bf16[0], bf16)"
    ),
    "partial(lax.cond, True, lambda x: x * 2, lambda x: x)(bf16)": (
        "lax.cond(True, lambda x: x * 2, lambda x: x, bf16)"
    ),
    "jax.tree.map(partial(jnp.add, jnp.float32(1)), params)": (
        "jax.tree.map(lambda x: jnp.add(jnp.float32(1), x), params)"
    ),
    "jax.vmap(partial(jnp.sum, dtype=jnp.float32))(bf16)": "jnp.sum(bf16, axis=1, dtype='float32')",
    "jax.jit(double)(params)": "jax.tree.map(lambda x: x * 2, params)",
    "partial(scaled, n=3)(bf16)": "scaled(bf16, 3)",
    "Layer().total(bf16)": "jnp.sum(bf16, dtype=jnp.float32)",
    "Layer().of(bf16)": "jnp.sum(bf16, dtype=jnp.float32)",
    "partial(product, f32)(bf16)": "product(f32, bf16)",
    "[added(x) for x in (bf16, bf16)]": "[jnp.add(jnp.float32(1), x) for x in (bf16, bf16)]",
}
"""Calls of partials, and the same calls without partials."""

_DTYPE = re.compile(r"(?:scalar_types\.|Array\[)(\w+)\]")


@pytest.fixture(scope="module")
def revealed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The type that mypy gives to each of the calls."""
    calls = [each for pair in CALLS.items() for each in pair]
    lines = "".join(f"reveal_type({each})\n" for each in calls)
    run = _checked(tmp_path_factory.mktemp("partials"), f"{DEFINITIONS}\n{lines}")
    found = re.findall(r'Revealed type is "(.*)"', run.stdout)
    assert (run.status, len(found)) == (0, len(calls)), run.stdout
    return dict(zip(calls, found, strict=True))


def _checked(folder: Path, program: str) -> Run:
    write(folder, program, "[promo-typing]\ninfer = true\n")
    return mypy(folder)


@pytest.mark.parametrize("call", CALLS)
def test_it_is_known_as_that_of_the_function(call: str, revealed: dict[str, str]) -> None:
    assert revealed[call] == revealed[CALLS[call]]
    namespace: dict[str, Any] = {}
    exec(f"from __future__ import annotations\n{DEFINITIONS}\nvalue = {call}", namespace)
    dtypes = {_name(leaf) for leaf in jax.tree.leaves(namespace["value"])}
    assert set(_DTYPE.findall(revealed[call])) == dtypes


def _name(leaf: jax.Array) -> str:
    kinds = {"f": "float", "i": "int"}
    return f"weak_{kinds[leaf.dtype.kind]}" if leaf.weak_type else leaf.dtype.name


def test_what_jax_refuses_is_reported(tmp_path: Path) -> None:
    run = _checked(
        tmp_path,
        f"{DEFINITIONS}\nf8 = partial(jnp.add, jnp.ones(3, jnp.float8_e4m3fn))\nf8(bf16)\n"
        "again = partial(jax.tree.map, lambda x: again(x))\nreveal_type(again(bf16))\n"
        "reveal_type(partial(jnp.astype, dtype=jnp.float16)(bf16))\n",
    )
    assert "jnp.add(float8_e4m3fn, bfloat16): JAX has no implicit promotion" in run.stdout
    assert run.stdout.count('Revealed type is "Any"') + run.stdout.count("Array[Any]") == 2
    assert run.stdout.count("[dtype-promotion]") == 1
