"""The classes of objects."""

from __future__ import annotations

from mypy.nodes import TypeInfo
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    TupleType,
    Type,
    TypeType,
    TypeVarType,
    UnionType,
    get_proper_type,
)

from promo_mypy.types.made import written_class


def class_of(typ: Type) -> TypeInfo | None:
    """Return the class of an object, or the class that a type object stands for."""
    match get_proper_type(typ):
        case Instance(type=info):
            return written_class(info)
        case TupleType(partial_fallback=inner) | TypeType(item=inner):
            return class_of(inner)
        case TypeVarType(upper_bound=inner):
            return class_of(inner)
        case CallableType() as function if function.is_type_obj():
            return function.type_object()
    return None


def are_related(one: TypeInfo, other: TypeInfo) -> bool:
    """Whether two classes are the same, or one is a subclass; false if ``one`` is not analysed."""
    return bool(one) and (one in other.mro or other in one.mro)


def may_be_of(typ: Type | None, info: TypeInfo) -> bool:
    """Whether an object may be of a class, or of a related one; an unknown object may be of any."""
    if typ is None:
        return True
    match get_proper_type(typ):
        case AnyType():
            return True
        case UnionType(items=items):
            return any(may_be_of(each, info) for each in items)
    found = class_of(typ)
    return found is not None and are_related(found, info)
