"""Type variables for operands that must all have one dtype.

They have constraints: unlike a TypeVar with a bound, such a TypeVar never stands for the join of
two dtypes. A weak dtype counts as the default dtype from which it inherits, so overloads for weak
dtypes must come first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from promo_typing.core.dtypes import CATEGORIES, NODES, STRONG
from promo_typing.core.stub_names import dtype_class

_OF_FEW: Final = {
    "_AlikeSingle": ("float32", "complex64"),
    "_AlikeShort": ("bfloat16", "float16", "float32"),
    "_AlikeShortInexact": ("bfloat16", "float16", "float32", "complex64"),
    "_AlikeLong": ("float32", "float64", "complex64", "complex128"),
}
"""Sets of dtypes that some functions keep, and that are smaller than any category."""

ALIKE: Final[dict[str, tuple[str, ...]]] = {
    **_OF_FEW,
    **{
        f"_Alike{category.capitalize()}": tuple(n for n in STRONG if NODES[n].is_a(category))
        for category in reversed(CATEGORIES)
    },
}
"""The dtypes for which each type variable stands, the smaller sets first."""


def alike_variable(nodes: Collection[str]) -> str:
    """The type variable for the smallest known set that contains these dtypes."""
    taking = (name for name, members in ALIKE.items() if set(nodes) <= set(members))
    return min(taking, key=lambda name: len(ALIKE[name]))


def alike_variables() -> Iterator[str]:
    """The definitions of the TypeVars."""
    for name, members in ALIKE.items():
        yield f'{name} = TypeVar("{name}", {", ".join(map(dtype_class, members))})'
