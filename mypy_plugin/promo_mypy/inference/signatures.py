"""The declared types of functions, and the types of receivers."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.erasetype import erase_typevars
from mypy.nodes import Decorator, FuncDef, FuncItem, SymbolNode
from mypy.type_visitor import TypeQuery
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    TupleType,
    Type,
    TypeOfAny,
    TypeType,
    TypeVarLikeType,
    TypeVarType,
    get_proper_type,
)
from mypy.typevars import fill_typevars

from promo_mypy.fullnames import BUILTIN_FUNCTION
from promo_mypy.types.convert import array_instance

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
    """Return the declared type of a function; None if it has type variables that are dtypes.

    Other type variables, also those of its class, say nothing about a dtype: they become Any.
    """
    declared = get_proper_type(function.type)
    if declared is None:
        unannotated = AnyType(TypeOfAny.unannotated)
        types = [unannotated] * len(function.arguments)
        fallback = checker.named_type(BUILTIN_FUNCTION)
        return CallableType(types, function.arg_kinds, function.arg_names, unannotated, fallback)
    if not isinstance(declared, CallableType):
        return None
    is_generic = bool(declared.variables) or bool(function.info and function.info.type_vars)
    return _without_variables(declared) if is_generic else declared


def _without_variables(declared: CallableType) -> CallableType | None:
    """The type of a generic function with Any for its variables; None if one is a dtype."""
    if not all(map(_is_open, declared.variables)) or declared.accept(_HasVariableDtype()):
        return None
    erased = erase_typevars(declared)
    return erased.copy_modified(variables=[]) if isinstance(erased, CallableType) else None


def _is_open(variable: TypeVarLikeType) -> bool:
    """Whether a type variable stands for any type, and not for one of a list."""
    return isinstance(variable, TypeVarType) and not variable.values


class _HasVariableDtype(TypeQuery[bool]):
    """Whether a type has an array whose dtype is a type variable."""

    def strategy(self, items: list[bool]) -> bool:
        """Whether any part is such an array."""
        return any(items)

    def visit_instance(self, t: Instance) -> bool:
        """Whether this is such an array, or has one among its arguments."""
        array = array_instance(t)
        is_variable = array is not None and isinstance(array.args[0], TypeVarType)
        return is_variable or super().visit_instance(t)


def call_method(owner: Type, checker: TypeChecker) -> CallableType | None:
    """Return the type of the ``__call__`` of an object; None if it has none."""
    proper = get_proper_type(owner)
    symbol = proper.type.get("__call__") if isinstance(proper, Instance) else None
    found = symbol.node if symbol is not None else None
    known = checker.function_type(found) if isinstance(found, FuncDef) else None
    return known.copy_modified(is_bound=True) if isinstance(known, CallableType) else None
