"""NumPy's scalar types under the names of NumPy's stubs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from promo_stubgen.ir.annotation import ANY, NEVER, Annotation, Name, Subscript
from promo_typing.core.dtypes import NODES, STRONG

ABSTRACT_NUMBER: Final = Subscript("np.number", (NEVER,))
"""A type that ``np.floating[Any]`` matches, but ``np.float32`` does not."""

EXTENSION_BITS: Final = "_ExtensionBits"
"""The width of the dtypes that NumPy lacks. None of NumPy's dtypes has it, since checkers accept an
``np.floating[Any]`` as ``np.float32``."""

_SMALLEST_BITS = 8
_NOT_IN_NUMPY = frozenset({"bfloat16"})


def is_in_numpy(node: str) -> bool:
    """Whether NumPy itself has the dtype; the others come from ml_dtypes."""
    dtype = NODES[node]
    if dtype.weak or node in _NOT_IN_NUMPY:
        return False
    return dtype.bits >= (2 if dtype.kind == "float" else 1) * _SMALLEST_BITS


def scalar_type(node: str) -> Annotation:
    """The scalar type of a strong dtype; for dtypes of ml_dtypes an abstract type.

    NumPy's bool is called ``bool_`` here because stubs for NumPy 1 and 2 both have that name.
    """
    if node == "bool":
        return Name("np.bool_")
    if is_in_numpy(node):
        return Name(f"np.{node}")
    return Subscript(f"np.{NODES[node].categories[0]}", (Name(EXTENSION_BITS),))


NUMPY_NODES = tuple(node for node in STRONG if is_in_numpy(node))
"""The dtypes of NumPy, in the order of :data:`promo_typing.core.dtypes.NODES`."""

FAMILIES: Final[dict[Annotation, tuple[str, ...]]] = {
    Subscript(f"np.{category}", parameters): tuple(
        n for n in NUMPY_NODES if NODES[n].is_a(category)
    )
    for category, parameters in (
        ("integer", (ANY,)),
        ("unsignedinteger", (ANY,)),
        ("signedinteger", (ANY,)),
        ("complexfloating", (ANY, ANY)),
    )
}
"""Abstract types, all of whose dtypes JAX has, each before the types that it includes."""


def scalar_types(names: Collection[str]) -> list[Annotation]:
    """The scalar types of some dtypes, with an abstract type in place of all its dtypes."""
    rest = list(names)
    found: list[Annotation] = []
    for family, members in FAMILIES.items():
        if set(members) <= set(rest):
            found.append(family)
            rest = [name for name in rest if name not in members]
    return [*map(scalar_type, rest), *found]


def names_of(scalar: Annotation) -> tuple[str, ...] | None:
    """The dtypes of a scalar type, None for other types."""
    return FAMILIES.get(scalar) or _NAMES.get(scalar)


_NAMES: Final = {scalar_type(node): (node,) for node in NUMPY_NODES}
