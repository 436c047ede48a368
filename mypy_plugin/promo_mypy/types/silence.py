"""Silent types: types that leave a dtype open, so that a call or a value may tell more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeGuard

from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    UnboundType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from promo_mypy.fullnames import NUMPY_ARRAY
from promo_mypy.types.convert import array_instance, base_instance, is_open
from promo_typing.core.stub_names import NODE_OF_CLASS

_DEPTH: Final = 4
_LARGEST_UNION: Final = 2
"""The most types besides None in a union that is not wide."""
_CALL: Final = "__call__"
_OPEN: Final = (AnyType, UnboundType)
_OF_ITEMS: Final = (TupleType, UnionType)
_CONTAINING: Final = (CallableType, *_OF_ITEMS)
"""The types besides classes that may contain arrays."""


def is_silent(typ: Type, depth: int = 0) -> bool:
    """Whether a type leaves the dtype of an array open, or is Any."""
    proper = get_proper_type(typ)
    if isinstance(proper, _OPEN):  # The usual cases, first.
        return True
    if isinstance(proper, Instance):
        dtype = proper.args[0] if len(proper.args) == 1 else proper
        if isinstance(dtype, Instance) and dtype.type.fullname in NODE_OF_CLASS:
            return False
        if is_open(proper):
            return True
    elif not isinstance(proper, _CONTAINING):
        return False
    return depth < _DEPTH and any(is_silent(part, depth + 1) for part in _parts(proper))


def is_wide(typ: Type) -> bool:
    """Whether a type is a union of so many types that operations on it take long.

    An operator on unions of n and m types takes n times m steps.
    """
    proper = get_proper_type(typ)
    if not isinstance(proper, UnionType):
        return False
    items = map(get_proper_type, flatten_nested_unions(proper.items))
    return sum(not isinstance(each, NoneType) for each in items) > _LARGEST_UNION


def is_function(declared: ProperType) -> TypeGuard[Instance]:
    """Whether a type is a protocol that only says how a function is called."""
    if not isinstance(declared, Instance) or not declared.type.is_protocol:
        return False
    return declared.type.protocol_members == [_CALL] and _CALL in declared.type.names


def _parts(proper: ProperType) -> Iterator[Type]:
    """The parts of a type that may contain arrays."""
    if isinstance(proper, Instance):
        array = array_instance(proper) or base_instance(proper, NUMPY_ARRAY)
        yield from proper.args if array is None else array.args[-1:]
        if is_function(proper):
            called = proper.type.names[_CALL].type
            yield from () if called is None else (called,)
    elif isinstance(proper, CallableType):
        yield proper.ret_type
    elif isinstance(proper, _OF_ITEMS):
        yield from proper.items
