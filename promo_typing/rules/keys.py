"""Functions that keep typed PRNG keys as they are: they move or select elements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from promo_typing.rules.model import Rule

_KEEPING: Final[dict[str, str]] = {
    "jax.numpy": (
        "append array_split broadcast_to column_stack concat concatenate copy delete dsplit dstack"
        " expand_dims flip fliplr flipud hsplit hstack matrix_transpose moveaxis permute_dims ravel"
        " repeat reshape resize roll rollaxis rot90 split squeeze stack swapaxes take"
        " take_along_axis tile transpose unstack vsplit vstack where"
    ),
    "jax.lax": (
        "broadcast broadcast_in_dim collapse concatenate dynamic_index_in_dim dynamic_slice"
        " dynamic_slice_in_dim dynamic_update_index_in_dim dynamic_update_slice"
        " dynamic_update_slice_in_dim expand_dims gather index_in_dim index_take reshape rev select"
        " select_n slice slice_in_dim split squeeze stack transpose unstack"
    ),
    "Array": "T __getitem__ at.get flatten mT",
}

KEEPING: Final[frozenset[str]] = frozenset(
    f"{module}.{name}" for module, names in _KEEPING.items() for name in names.split()
)
"""Public names, those of methods after ``Array``; methods that call a function follow it."""


def with_keys(rules: Mapping[str, Rule], prefix: str = "") -> dict[str, Rule]:
    """Return the rules, those of functions that keep typed keys marked as such."""
    return {
        name: replace(rule, keys=True) if f"{prefix}{name}" in KEEPING else rule
        for name, rule in rules.items()
    }
