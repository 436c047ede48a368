"""The functions of optax for trees, which are inferred from its source, over pairs of dtypes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.cli.conftest import Project
from tests.layers import over_dtypes
from tests.unit.systems.libraries import library

pytestmark = pytest.mark.slow

library("optax")

_START: Final = """\
from typing import reveal_type

import jax.numpy as jnp
import optax
from optax import tree_utils as otu

bf16 = jnp.full((2, 3), 0.5, jnp.bfloat16)
f16 = jnp.full((2, 3), 0.5, jnp.float16)
f32 = jnp.full((2, 3), 0.5, jnp.float32)
weak = jnp.full((2, 3), 0.5)
"""
_TREES: Final = (
    "{'a': bf16, 'b': f32}",
    "{'a': f32, 'b': f32}",
    "{'a': weak, 'b': f16}",
    "{'a': bf16, 'b': bf16}",
)

_OF_ONE: Final = (
    "optax.tree.norm({0})",
    "optax.tree.norm({0}, squared=True)",
    "optax.global_norm({0})",
    "optax.tree.sum({0})",
    "optax.tree.conj({0})['a']",
    "optax.tree.real({0})['b']",
    "optax.tree.zeros_like({0})['a']",
    "optax.tree.ones_like({0})['b']",
    "optax.tree.full_like({0}, 2)['b']",
    "optax.tree.clip({0}, 0, 1)['a']",
    "optax.tree.scale(0.5, {0})['a']",
    "otu.tree_zeros_like({0}, dtype=jnp.float16)['a']",
    "otu.tree_cast({0}, jnp.bfloat16)['a']",
    "otu.tree_cast({0}, None)['a']",
    "otu.tree_bias_correction({0}, 0.9, jnp.int32(3))['a']",
)
_OF_TWO: Final = (
    "optax.tree.sub({0}, {1})['b']",
    "optax.tree.vdot({0}, {1})",
    "optax.tree.where(True, {0}, {1})['a']",
    "optax.tree.update_moment_per_elem_norm({0}, {1}, 0.9, 2)['a']",
    "otu.tree_mul({0}, {1})['a']",
    "otu.tree_div({0}, {1})['a']",
    "otu.tree_add_scale({0}, 0.1, {1})['a']",
    "otu.tree_update_moment({0}, {1}, 0.9, 2)['a']",
)


def test_jax_agrees(
    project: Project, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Path(tmp_path_factory.mktemp("trees"), "trees.py")
    over_dtypes.write(script, _START, _OF_ONE, _OF_TWO, _TREES)
    over_dtypes.compare(script, project, monkeypatch)


def test_it_is_known_from_the_cache(project: Project) -> None:
    program = """\
import jax.numpy as jnp
import optax

{name} = optax.tree.norm({{"w": jnp.ones(3, jnp.bfloat16)}})
"""
    for name in ("first", "second"):  # mypy reads its cache for the stubs of the second.
        project.write(f"{name}.py", program.format(name=name))
        shown = re.sub(" +", " ", project.promo("reveal", f"{name}.py:4").out)
        assert f" {name} -> Array[bfloat16]" in shown
