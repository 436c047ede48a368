"""Functions of ``jax.lax`` that rearrange, join, select or replace elements."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.jax_lax.notation import one_dtype, unpromoted
from promo_typing.rules.catalogue.notation import (
    case,
    promoting,
    rule,
    several,
    shared,
    taken,
)
from promo_typing.rules.model import (
    After,
    ArrayOf,
    DtypeSet,
    ListOf,
    Of,
    Rows,
    Rule,
    Variadic,
)
from promo_typing.rules.model.dtype_maps import TO_STRONG
from promo_typing.rules.model.dtype_sets import ANY, NUMBERS

REARRANGING: Final[dict[str, Rule]] = {
    **shared(
        promoting("operand", keys=True),
        "jax.lax.broadcast",
        "jax.lax.broadcast_in_dim",
        "jax.lax.collapse",
        "jax.lax.dynamic_index_in_dim",
        "jax.lax.dynamic_slice",
        "jax.lax.dynamic_slice_in_dim",
        "jax.lax.gather",
        "jax.lax.index_in_dim",
        "jax.lax.reshape",
        "jax.lax.rev",
        "jax.lax.slice",
        "jax.lax.slice_in_dim",
        "jax.lax.transpose",
    ),
    **shared(promoting("operand"), "jax.lax.sort", "jax.lax.tile"),
    "jax.lax.broadcast_to_rank": promoting("x"),
    "jax.lax.broadcast_like": rule(("arr", "like_arr"), After(Of("like_arr"), Of("arr"))),
    **shared(promoting("array", keys=True), "jax.lax.expand_dims", "jax.lax.squeeze"),
    "jax.lax.index_take": promoting("src", keys=True),
    "jax.lax.unstack": rule(("x",), case(Variadic(ArrayOf(Of("x"))), keys=True)),
    "jax.lax.split": rule(("operand",), case(ListOf(ArrayOf(Of("operand"))), keys=True)),
    "jax.lax.sort_key_val": rule(("keys", "values"), several(Of("keys"), Of("values"))),
}
"""Functions that return elements of an array in another order."""


def _scattering(accepts: DtypeSet = ANY) -> Rule:
    """The rule of an update: updates must have the dtype of the array, which stays weak if weak."""
    updated = After(one_dtype("operand", "updates"), Of("operand"))
    return rule(("operand", "updates"), taken(updated, accepts))


JOINING: Final[dict[str, Rule]] = {
    "jax.lax.concatenate": unpromoted(Rows("operands"), keys=True),
    "jax.lax.stack": unpromoted(Rows("operands"), keys=True),
    "jax.lax.pad": unpromoted("operand", "padding_value"),
    **shared(
        unpromoted("operand", "update", to=TO_STRONG, keys=True),
        "jax.lax.dynamic_update_slice",
        "jax.lax.dynamic_update_slice_in_dim",
        "jax.lax.dynamic_update_index_in_dim",
    ),
    **shared(_scattering(), "jax.lax.scatter", "jax.lax.scatter_min", "jax.lax.scatter_max"),
    **shared(
        _scattering(accepts=NUMBERS),
        "jax.lax.scatter_add",
        "jax.lax.scatter_sub",
        "jax.lax.scatter_mul",
    ),
}
"""Functions that make one array from elements of several arrays."""

SHAPING: Final[dict[str, Rule]] = {**REARRANGING, **JOINING}
"""Functions of ``jax.lax`` that move elements."""
