"""Which source code counts as casting the leaves of trees."""

from __future__ import annotations

import ast
from typing import Final

import pytest

from promo_mypy.inference.tree_casts import TreeCasts

_CASTING: Final = (
    "params = jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)",
    "params = jax.tree_util.tree_map(jnp.bfloat16, params)",
    "params = jax.tree.map(lambda p: jnp.asarray(p, dtype=config.dtype), params)",
    "params = flax.traverse_util.path_aware_map(lambda _, p: p.astype(jnp.bfloat16), params)",
    "nnx.map_state(lambda _, p: p.astype(jnp.bfloat16), state)",
    "def narrow(p):\n  return p.astype(jnp.bfloat16)\njax.tree.map(narrow, params)",
    "narrow = lambda p: p.astype(jnp.bfloat16)\njax.tree.map(narrow, params)",
    "def to(p, d):\n  return p.astype(d)\njax.tree.map(partial(to, d=d), params)",
    "def to(p):\n  return p.astype(d)\ndef f(p):\n  return to(p)\njax.tree.map(f, params)",
    "def every(f, tree):\n  return jax.tree.map(f, tree)\nevery(lambda p: p.astype(d), params)",
    "class Policy:\n  def one(self, p):\n    return p.astype(d)\njax.tree.map(policy.one, params)",
    "optax.tree.cast(params, jnp.bfloat16)",
    "optax.tree_utils.tree_cast(params, jnp.bfloat16)",
    "policy.cast_to_compute(params)",
    "params = {k: p.astype(jnp.bfloat16) for k, p in params.items()}",
    "leaves = [p.astype(jnp.bfloat16) for p in leaves]",
    "leaves = [jnp.asarray(p, jnp.bfloat16) for p in leaves]",
    "def half(p):\n  return p.astype(d)\nparams = {k: half(p) for k, p in params.items()}",
    "for k, p in params.items():\n  params[k] = p.astype(jnp.bfloat16)",
)
_NOT_CASTING: Final = (
    "x = x.astype(jnp.bfloat16)",
    "params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)\nx = x.astype(jnp.bfloat16)",
    "import jax.numpy as jnp\njax.tree.map(jnp.zeros_like, params)\nx = x.astype(jnp.bfloat16)",
    "def update(p, g):\n  return p - g\njax.tree.map(update, params, grads)\nx.astype(d)",
    "shapes = [tuple(map(int, shape)) for shape in shapes]\nx.astype(d)",
    "images = dataset.map(decode)\nx.astype(d)",
    "mask = tf.cast(mask, tf.int32)",
    "caches = [jnp.zeros((n, m), dtype=jnp.bfloat16) for _ in range(3)]",
    "batch['image'] = batch['image'].astype(jnp.float32)",
    "sizes = {k: v.size for k, v in params.items()}\nx.astype(d)",
    "names = {k.strip(): v for k, v in params.items()}\nx.astype(d)",
)


@pytest.mark.parametrize("text", _CASTING)
def test_casts_of_trees_are_found(text: str) -> None:
    assert _casts(text)


@pytest.mark.parametrize("text", _NOT_CASTING)
def test_other_code_casts_no_tree(text: str) -> None:
    assert not _casts(text)


def _casts(text: str) -> bool:
    return TreeCasts([*ast.walk(ast.parse(text))]).exist()
