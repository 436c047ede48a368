"""Attributes that the methods of one object set, such as the modules that flax's ``setup`` makes.

The types of the object's own fields tell the types of the values.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import TypeInfo
from mypy.types import Instance, Type

from promo_mypy.fullnames import FLAX_MODULE, LAYER_CONTAINERS
from promo_mypy.inference.assigned import Assigned
from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.types.made import written_class
from promo_mypy.types.sameness import are_same


class OwnAttributes:
    """Infers attributes of objects of ``flax.linen``, which turns lists in them to tuples."""

    def __init__(self, assigned: Assigned, assumptions: Assumptions) -> None:
        """Use the values that the program assigns; ``assumptions`` records nested questions."""
        self._assigned: Final = assigned
        self._assumptions: Final = assumptions
        self._in_look = set[tuple[TypeInfo, str]]()

    def of(self, owner: Instance, name: str, caller: TypeChecker) -> Type | None:
        """Return the type of an attribute of an object; None if the object does not tell it.

        Args:
            owner: the type of the object, with the types of its fields.
            name: the attribute; only methods of the class set it.
            caller: the checker that asks.
        """
        if all(each.fullname != FLAX_MODULE for each in owner.type.mro):
            return None
        key = owner.type, name
        if key in self._in_look:
            self._assumptions.ask()
            return None
        self._in_look.add(key)
        try:
            return self._found(owner, name, caller)
        finally:
            self._in_look.discard(key)

    def _found(self, owner: Instance, name: str, caller: TypeChecker) -> Type | None:
        info = written_class(owner.type)
        values = self._assigned.to_attribute(info, name, LAYER_CONTAINERS, caller)
        if not values or self._assigned.is_set_on_others((name,), caller):
            return None
        types = [self._assigned.type_of(each, caller, owner) for each in values]
        known = [each for each in types if each is not None]
        is_one = len(known) == len(types) and all(are_same(each, known[0]) for each in known)
        return known[0] if is_one else None
