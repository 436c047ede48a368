"""Functions of ``jax.lax`` that take pytrees, or move arrays across the devices of a named axis.

The rules are for arrays. Whether the result of some functions stays weak depends on the transform
that names the axis: ``vmap`` and ``shard_map`` differ.
"""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import mapped, rule, shared, taken
from promo_typing.rules.model import ArrayOf, DtypeMap, DtypeSet, Of, Rule, TreeOf
from promo_typing.rules.model.dtype_maps import TO_INEXACT, TO_NUMERIC, TO_SAME
from promo_typing.rules.model.dtype_sets import ANY, NUMBERS, WEAK


def _of_tree(operand: str, to: DtypeMap = TO_SAME, known: DtypeSet = ANY) -> Rule:
    return rule((operand,), TreeOf(ArrayOf(mapped(to, taken(Of(operand), known=known)))))


PARALLEL: Final[dict[str, Rule]] = {
    "jax.lax.psum": _of_tree("x", TO_NUMERIC, known=ANY - WEAK),
    "jax.lax.pmean": _of_tree("x", TO_INEXACT, known=ANY - WEAK),
    **shared(
        _of_tree("x", known=ANY - WEAK),
        "jax.lax.pmax",
        "jax.lax.pmin",
        "jax.lax.all_to_all",
        "jax.lax.pswapaxes",
    ),
    "jax.lax.psum_scatter": _of_tree("x", known=NUMBERS),
    **shared(
        _of_tree("x"),
        "jax.lax.all_gather",
        "jax.lax.pbroadcast",
        "jax.lax.pcast",
        "jax.lax.ppermute",
        "jax.lax.pshuffle",
    ),
    "jax.lax.stop_gradient": _of_tree("x"),
    "jax.lax.optimization_barrier": _of_tree("operand"),
}
"""Collective operations, and functions that return arrays unchanged."""
