"""The types of a call's arguments, made more exact than mypy's."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import FuncItem, RefExpr
from mypy.types import CallableType, TupleType, Type, get_proper_type

from promo_mypy.inference.dictionaries import Dictionaries
from promo_mypy.inference.fields import Fields
from promo_mypy.inference.function_types import FunctionTypes
from promo_mypy.inference.program_classes import is_object
from promo_mypy.types.named_tuples import field_names
from promo_mypy.types.silence import is_silent
from promo_typing.rules import FUNCTIONS


class ArgumentTypes:
    """Refines the types of arguments before a function is checked for a call."""

    def __init__(
        self, function_types: FunctionTypes, fields: Fields, dictionaries: Dictionaries
    ) -> None:
        """Use these sources of types: functions, fields, and entries of dictionaries."""
        self._function_types = function_types
        self._fields = fields
        self._dictionaries = dictionaries

    def with_items(self, typ: Type | None, caller: TypeChecker) -> Type | None:
        """Return the type of an argument; if it is a named tuple, with the known types of fields.

        For ``w, b = params`` mypy asks no plugin, so the types must be in the tuple itself.
        """
        proper = None if typ is None else get_proper_type(typ)
        if not isinstance(proper, TupleType) or not is_object(proper, caller.modules):
            return typ
        info = proper.partial_fallback.type
        known = (self._fields.of(info, name, caller) for name in field_names(info))
        pairs = zip(proper.items, known, strict=False)
        items = [each if not is_silent(each) else found or each for each, found in pairs]
        return proper.copy_modified(items=items) if len(items) == len(proper.items) else typ

    def with_defaults(
        self, function: FuncItem, types: Sequence[Type | None], caller: TypeChecker
    ) -> list[Type | None]:
        """Return the arguments' types, with the type of each default that is a JAX function."""
        defaults = [argument.initializer for argument in function.arguments]
        return [
            self._function_types.of_argument(default, None, caller)
            if typ is None and isinstance(default, RefExpr) and default.fullname in FUNCTIONS
            else typ
            for typ, default in zip(types, defaults, strict=True)
        ]

    def without_changed(
        self, function: FuncItem, typ: CallableType, caller: TypeChecker
    ) -> CallableType:
        """Return a function's type, its parameters without dictionary keys that are changed."""
        pairs = zip(function.arguments, typ.arg_types, strict=True)
        types = [
            each
            if argument.kind.is_star()
            else self._dictionaries.unchanged(argument.variable.name, each, caller)
            for argument, each in pairs
        ]
        return typ.copy_modified(arg_types=types)
