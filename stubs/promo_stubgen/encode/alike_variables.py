"""The TypeVars of operands that are all of one and the same dtype.

They are constrained: unlike one with a bound, such a TypeVar stands for no join of two dtypes. Weak
dtypes are those from which they inherit, so that overloads for them come first.
"""

from __future__ import annotations

from collections.abc import Iterator

from promo_typing.core.dtypes import CATEGORIES, NODES, STRONG
from promo_typing.core.stub_names import dtype_class


def alike_variable(category: str) -> str:
    """The TypeVar whose constraints are the dtypes of a category."""
    return f"_Alike{category.capitalize()}"


def alike_variables() -> Iterator[str]:
    """The definitions of the TypeVars."""
    for category in CATEGORIES:
        members = (dtype_class(node) for node in STRONG if NODES[node].is_a(category))
        name = alike_variable(category)
        yield f'{name} = TypeVar("{name}", {", ".join(members)})'
