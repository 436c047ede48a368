"""The types of functions, marked with the definition or lambda that they belong to.

For a lambda or a partial, mypy keeps only the signature. A marked type leads back to the body, so
that the body can be checked for a call.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, LambdaExpr, MemberExpr, TupleExpr
from mypy.typeops import bind_self
from mypy.types import AnyType, CallableType, Instance, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy.fullnames import BUILTIN_FUNCTION
from promo_mypy.inference.applied_modules import is_apply
from promo_mypy.inference.dictionaries import Dictionaries
from promo_mypy.inference.libraries import from_source
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.one_function import OneFunction
from promo_mypy.inference.program_classes import is_object
from promo_mypy.inference.signatures import call_method, method_of
from promo_mypy.inference.values import Values
from promo_mypy.types.expressions import alone
from promo_mypy.types.made import is_made
from promo_mypy.types.silence import is_silent

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


class FunctionTypes:
    """Finds the marked types of functions."""

    def __init__(
        self,
        values: Values,
        functions: Functions,
        one_function: OneFunction,
        dictionaries: Dictionaries,
    ) -> None:
        """Use what is known about functions.

        Args:
            values: maps marked types to functions.
            functions: the functions and lambdas of the program.
            one_function: tells which functions an expression may be.
            dictionaries: the types of dictionary entries.
        """
        self._values = values
        self._functions = functions
        self._one_function = one_function
        self._dictionaries = dictionaries

    def of(self, function: Expression, typ: Type | None, caller: TypeChecker) -> Type:
        """Return the type of an expression; if it is a function, marked with the definition.

        Args:
            function: the expression.
            typ: its type, if known.
            caller: the checker that is at the expression.
        """
        known = typ or caller.lookup_type_or_none(function) or alone(function, caller)
        known = self._one_function.of(function, known, caller)
        proper = get_proper_type(known)
        if not isinstance(proper, CallableType):
            return known
        if proper.definition is not None:
            source = get_proper_type(from_source(proper, caller))
            if isinstance(source, CallableType):
                return self._with_object(function, source, caller)
            return source
        found = self._functions.lambda_of(function, caller)
        found = found or self._one_function.lambda_of(function, caller)
        if found is None:
            return known
        if is_silent(proper.ret_type):
            proper = proper.copy_modified(ret_type=_UNKNOWN)
        return self._values.of_lambda(found, proper)

    def _with_object(
        self, function: Expression, typ: CallableType, caller: TypeChecker
    ) -> CallableType:
        """The type of a method, marked with its object where the result depends on that.

        It does if a subclass overrides the method, if the types of this very object's fields are
        known, and for ``apply`` of flax, which calls the object.
        """
        if not isinstance(function, MemberExpr):
            return typ
        # The plugin asks about a function that JAX calls before mypy has checked the expression.
        known = caller.lookup_type_or_none(function.expr) or alone(function.expr, caller)
        owner = get_proper_type(known)
        if is_apply(function, owner) and is_object(owner, caller.modules):
            return self._values.applied(owner, caller.named_type(BUILTIN_FUNCTION))
        method = method_of(typ)
        if method is None or not typ.is_bound:
            return typ
        if not isinstance(owner, Instance | TupleType):
            return typ
        matters = is_made(owner) or self._functions.is_replaced(method, caller)
        return self._values.of_object(typ, owner) if matters else typ

    def of_argument(self, argument: Expression, typ: Type | None, caller: TypeChecker) -> Type:
        """Return the type of an argument; if it is a function, marked with the definition.

        A function of JAX is marked with its name. mypy's signature of it says less than its rule.
        """
        return self._values.named(argument, caller) or self.of(argument, typ, caller)

    def of_called(self, function: Expression, typ: Type | None, caller: TypeChecker) -> Type:
        """Return the type of a called expression; for an object the type of its ``__call__``."""
        known = self.of(function, typ, caller)
        method = call_method(known, caller) if is_object(known, caller.modules) else None
        definition = method.definition if method is not None else None
        if not isinstance(definition, FuncDef) or self._functions.is_replaced(definition, caller):
            return known
        return bind_self(method, known) if method is not None else known

    def of_transformed(self, function: Expression, typ: Type, caller: TypeChecker) -> Type:
        """Return the type of a function that is transformed; it may also be an object or JAX's."""
        return self._values.named(function, caller) or self.of_called(function, typ, caller)

    def of_operand(self, function: Expression, caller: TypeChecker) -> Type:
        """Return the type of a function that is passed to JAX, without the override for that call.

        While mypy checks the call, the plugin may override the type of the argument: see
        :mod:`promo_mypy.features.open_functions`.
        """
        counts_as = caller.expr_checker.type_overrides.pop(function, None)
        known = None if isinstance(function, LambdaExpr) else alone(function, caller)
        typ = self.of_called(function, known, caller)
        if counts_as is not None:
            caller.expr_checker.type_overrides[function] = counts_as
        return typ

    def of_returned(self, returned: Expression, typ: Type, checker: TypeChecker) -> Type:
        """Return the type of a returned value; for a dictionary, with a type for each key."""
        known = get_proper_type(typ)
        if not isinstance(returned, TupleExpr) or not isinstance(known, TupleType):
            typed = self._dictionaries.typed(returned, checker)
            return typed or self.of(returned, typ, checker)
        if len(returned.items) != len(known.items):
            return known
        pairs = zip(returned.items, known.items, strict=True)
        return known.copy_modified(items=[self.of_returned(*pair, checker) for pair in pairs])
