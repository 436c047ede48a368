"""The declared types of functions, and the types of receivers."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, FuncDef, FuncItem, SymbolNode
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    TupleType,
    Type,
    TypeOfAny,
    TypeType,
    get_proper_type,
)
from mypy.typevars import fill_typevars

from promo_mypy.fullnames import BUILTIN_FUNCTION

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def receiver(definition: SymbolNode | None, owner: Type | None) -> Type:
    """Return the type of the first argument of a method: of ``self``, or of ``cls``.

    Args:
        definition: the method.
        owner: the type of the object; None if unknown, which stands for any object of the class.
    """
    method = definition.func if isinstance(definition, Decorator) else definition
    found = get_proper_type(owner) if owner is not None else None
    if not isinstance(found, Instance | TupleType):
        if not isinstance(method, FuncDef) or not method.info:
            return _UNKNOWN
        found = fill_typevars(method.info)
    is_class = isinstance(method, FuncDef) and method.is_class
    return TypeType.make_normalized(found) if is_class else found


def method_of(called: Type) -> FuncDef | None:
    """Return the definition of a method; None for the type of another function."""
    typ = get_proper_type(called)
    found = typ.definition if isinstance(typ, CallableType) else None
    method = found.func if isinstance(found, Decorator) else found
    return method if isinstance(method, FuncDef) and method.info else None


def declared_type(function: FuncItem, checker: TypeChecker) -> CallableType | None:
    """Return the declared type of a function; None if it has type variables."""
    declared = get_proper_type(function.type)
    if declared is None:
        unannotated = AnyType(TypeOfAny.unannotated)
        types = [unannotated] * len(function.arguments)
        fallback = checker.named_type(BUILTIN_FUNCTION)
        return CallableType(types, function.arg_kinds, function.arg_names, unannotated, fallback)
    return declared if isinstance(declared, CallableType) and not declared.variables else None


def call_method(owner: Type, checker: TypeChecker) -> CallableType | None:
    """Return the type of the ``__call__`` of an object; None if it has none."""
    proper = get_proper_type(owner)
    symbol = proper.type.get("__call__") if isinstance(proper, Instance) else None
    found = symbol.node if symbol is not None else None
    known = checker.function_type(found) if isinstance(found, FuncDef) else None
    return known.copy_modified(is_bound=True) if isinstance(known, CallableType) else None
