"""Whose attributes an assignment sets."""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import NameExpr, TypeInfo
from mypy.types import Type

from promo_mypy.inference.mentions import AttributeSet
from promo_mypy.inference.places import Written
from promo_mypy.types.classes import are_related, may_be_of


def may_set(
    assigned: AttributeSet, info: TypeInfo, type_of: Callable[[Written], Type | None]
) -> bool:
    """Whether an assignment may set an attribute of a class or of one of its objects.

    Args:
        assigned: the assignment.
        info: the class.
        type_of: returns the type of the owner, ``model`` in ``model.scale = 2``; None if unknown.
    """
    owner, place = assigned.owner, assigned.place
    if place.is_receiver(owner) and place.owner is not None:
        return are_related(place.owner.info, info)
    if isinstance(owner, NameExpr) and isinstance(owner.node, TypeInfo):
        return are_related(owner.node, info)
    return may_be_of(type_of(Written(owner, place)), info)
