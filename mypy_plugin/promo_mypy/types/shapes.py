"""Compares types without the shapes of NumPy's arrays, which do not matter for dtypes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.types import AnyType, ProperType, Type, TypeOfAny

from promo_mypy.fullnames import NUMPY_ARRAY
from promo_mypy.types.convert import base_instance
from promo_mypy.types.pytrees import with_leaves
from promo_mypy.types.sameness import are_same

_ANY: Final = AnyType(TypeOfAny.special_form)


def the_same(types: Sequence[Type]) -> Type | None:
    """Return the type that all of these are, except for shapes; None if they differ.

    To NumPy's stubs, ``np.zeros(3)`` has one axis, and its sum with another array any number.
    """
    first, *others = types
    if all(are_same(each, first) for each in others):
        return first
    first, *others = map(without_shapes, types)
    return first if all(are_same(each, first) for each in others) else None


def without_shapes(typ: Type) -> Type:
    """Return a type in which the arrays of NumPy may have any shape."""
    return with_leaves(typ, _of_any_shape)


def _of_any_shape(leaf: ProperType) -> Type:
    array = base_instance(leaf, NUMPY_ARRAY)
    return leaf if array is None else array.copy_modified(args=[_ANY, array.args[1]])
