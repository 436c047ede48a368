"""Chooses overloads as a checker does: the first one that takes all operands counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from promo_stubgen.encode import families
from promo_stubgen.encode.operand_types import number_marker
from promo_stubgen.encode.unary import category_variable
from promo_stubgen.ir.annotation import Annotation, head, members
from promo_stubgen.ir.arrays import dtype_of
from promo_typing.core.dtypes import CATEGORIES, NODES
from promo_typing.core.stub_names import dtype_class, marker_class
from promo_typing.lattice.semantics import Semantics

LATTICE: Final = Semantics().lattice
COMPARED: Final = (
    *("bool", "int8", "uint8", "int32", "bfloat16", "float16", "float32", "complex64"),
    *("float8_e5m2", "int4"),
)
"""The dtypes of the operands in tests of the chosen overload."""

TAKEN_FOR: Final = {
    "int": ("int", "float", "complex"),
    "float": ("float", "complex"),
    "complex": ("complex",),
}
"""The types that a checker accepts each type of number for: an ``int`` also for ``float``."""

_BELOW: Final = {marker_class(node): node for node in NODES}
_NUMBERS_BELOW: Final = {number_marker(node): node for node in NODES}
_MEMBERS: Final = {family.name: family.members for family in families.families(LATTICE)}
_CATEGORIES: Final = {category_variable(category): category for category in CATEGORIES}


def result(operands: Sequence[Annotation], returns: Annotation, given: Sequence[str]) -> str | None:
    """The result of an overload for dtypes of arrays and types of numbers, None if it takes others.

    A type variable stands for the dtype of the only member of a family, or of a category.
    """
    solved: set[str] = set()
    for operand, each in zip(operands, given, strict=True):
        variables = set(_variables(operand, each))
        if not variables:
            return None
        solved |= variables - {""} if "" not in variables else set()
    if len(solved) > 1:
        return None
    text = str(returns)
    for name in (families.VARIABLE, *_CATEGORIES):
        text = text.replace(f"[{name}]", f"[{''.join(solved)}]")
    return text


def _variables(operand: Annotation, given: str) -> Iterator[str]:
    """For each member of an annotation that takes an operand, the dtype of its type variable.

    It is empty for a member without a type variable.
    """
    for member in members(operand):
        if given in TAKEN_FOR and head(member).removeprefix("builtins.") in TAKEN_FOR[given]:
            yield ""
        dtype = dtype_of(member)
        if given in NODES and dtype is not None:
            yield from _of_dtypes(members(dtype), given)


def _of_dtypes(dtypes: Iterable[Annotation], node: str) -> Iterator[str]:
    for name in map(head, dtypes):
        if _has_marker(name, node) or name == dtype_class(node):
            yield ""
        category = _CATEGORIES.get(name)
        if node in _MEMBERS.get(name, ()) or (category and NODES[node].is_a(category)):
            yield dtype_class(node)


def _has_marker(name: str, node: str) -> bool:
    if name in _NUMBERS_BELOW:
        return node != "bool" and LATTICE.is_below(node, _NUMBERS_BELOW[name])
    return name in _BELOW and LATTICE.is_below(node, _BELOW[name])
