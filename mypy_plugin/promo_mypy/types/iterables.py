"""The types of the items of iterables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.maptype import map_instance_to_supertype
from mypy.types import Instance, Type, get_proper_type

from promo_mypy.types.convert import array_instance
from promo_mypy.types.pytrees import is_plain_tuple

_ITERABLE: Final = "typing.Iterable"


def items_of(iterable: Type, checker: TypeChecker) -> Sequence[Type]:
    """Return the types of the items: those of a tuple one by one; otherwise one for all of them.

    There are none if the iterable is of unknown type.
    """
    proper = get_proper_type(iterable)
    if is_plain_tuple(proper):
        return proper.items
    if array_instance(proper) is not None:
        return [proper]
    base = checker.named_type(_ITERABLE).type
    if isinstance(proper, Instance) and proper.type.has_base(_ITERABLE):
        return map_instance_to_supertype(proper, base).args
    return []
