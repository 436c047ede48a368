"""Recursive type aliases: trees of any depth."""

from __future__ import annotations

from typing import Final

from mypy.types import AnyType, ProperType, Type, TypeAliasType, TypeOfAny, get_proper_type

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def is_recursive(typ: Type | None) -> bool:
    """Whether a type is a recursive alias, as in ``Tree = Array | list["Tree"]``."""
    return isinstance(typ, TypeAliasType) and typ.is_recursive


def unfolded(typ: Type) -> ProperType:
    """Return the target of an alias; Any for a recursive one, whose parts never end.

    Every recursion into the parts of a type must use this function.
    """
    return _UNKNOWN if is_recursive(typ) else get_proper_type(typ)
