"""Functions of jax.lax that combine or move arrays across the devices of a named axis.

They take pytrees, too; the rules are for arrays. Whether a weak type survives some of them depends
on the transformation that names the axis: ``vmap`` and ``shard_map`` differ.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from promo_typing.rules.group import group
from promo_typing.rules.model import Rule

_trees: Final = partial(group, module="jax.lax", trees=True)

PARALLEL: Final[dict[str, Rule]] = {
    **_trees("x", "psum", results=("numeric",), unknown_for="weak"),
    **_trees("x", "pmean", results=("inexact",), unknown_for="weak"),
    **_trees("x", "pmax pmin all_to_all pswapaxes", unknown_for="weak"),
    **_trees("x", "psum_scatter", unknown_for="bool"),
    **_trees("x", "all_gather pbroadcast pcast ppermute pshuffle"),
}
"""Collective operations."""

KEEPING: Final[dict[str, Rule]] = {
    **_trees("x", "stop_gradient"),
    **_trees("operand", "optimization_barrier"),
}
"""Functions that give arrays back as they are."""
