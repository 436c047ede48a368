"""The types of values that a test gets, where a type says all that matters for dtypes."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, MypyFile
from mypy.types import CallableType, Instance, NoneType, TupleType, Type, get_proper_type

from promo_mypy.fullnames import BUILTIN_FUNCTION, BUILTIN_OBJECT, BUILTIN_TYPE
from promo_mypy.inference.fields import is_of_numpy, node_of
from promo_mypy.inference.places import Place, Written
from promo_mypy.inference.source_types import SourceTypes
from promo_mypy.types.convert import array_instance
from promo_mypy.types.silence import is_silent

_ANYTHING: Final = frozenset({BUILTIN_FUNCTION, BUILTIN_OBJECT, BUILTIN_TYPE})


def is_object(typ: Type) -> bool:
    """Whether a type is that of an object, also of a library's class, that says something."""
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and not proper.type.fallback_to_any and not is_silent(typ)


class GivenValues:
    """Finds the types of values that are written outside of functions."""

    def __init__(self, sources: SourceTypes) -> None:
        """Use the types of expressions at their places."""
        self._sources = sources

    def of(self, value: Expression, module: MypyFile, caller: TypeChecker) -> Type | None:
        """Return the type of a value in a module; None if it is unknown, or a function."""
        typ = self._sources.of(Written(value, Place(module)), None, caller)
        return typ if typ is not None and _says_all(typ) else None


def _says_all(typ: Type) -> bool:
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType):
        return all(map(_says_all, proper.items))
    if isinstance(proper, CallableType):
        # A dtype such as jnp.float32 is a class to mypy. The join of several dtypes is not.
        return proper.is_type_obj() and node_of(proper.ret_type) is not None
    if isinstance(proper, Instance):
        if is_silent(proper) or proper.type.fullname in _ANYTHING:
            return False
        if array_instance(proper) is not None:
            return node_of(proper) is not None
        return is_of_numpy(proper) or all(map(_says_all, proper.args))
    return isinstance(proper, NoneType)
