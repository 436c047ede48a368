"""The result types of calls, for each kind of value that a program can call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, Context, FuncItem, TypeInfo
from mypy.types import CallableType, Type, get_proper_type

from promo_mypy.inference import results
from promo_mypy.inference.applied_modules import (
    as_returned,
    handed_on,
    method_called,
    returned_by_apply,
)
from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.bodies import is_of_module
from promo_mypy.inference.constructions import constructor, written_constructor
from promo_mypy.inference.makings import Makings
from promo_mypy.inference.overridden import Overridden
from promo_mypy.inference.signatures import receiver
from promo_mypy.inference.values import (
    Applied,
    Bound,
    Defined,
    OfObject,
    OneOf,
    Transformed,
    Values,
    Written,
)
from promo_mypy.inference.visits import Visits
from promo_mypy.inference.waiting import Waiting
from promo_mypy.inference.written_calls import WrittenCalls
from promo_mypy.types.made import without


class Defining(Protocol):
    """Infers the results of the functions that a program defines."""

    def of_defined(
        self, value: Defined, given: Sequence[Argument], caller: TypeChecker, context: Context
    ) -> Type | None:
        """Return the result type of a function in a call; None if it is not known."""
        ...


class CalledValues:
    """Finds the result types of calls: of functions, methods, classes, partials and modules."""

    def __init__(
        self,
        defining: Defining,
        values: Values,
        overridden: Overridden,
        makings: Makings,
        visits: Visits,
        waiting: Waiting,
    ) -> None:
        """Start without a call.

        Args:
            defining: infers the results of single functions.
            values: the values that types stand for.
            overridden: finds the results of methods that subclasses override.
            makings: the types of the objects that classes make.
            visits: the stack of bodies that are being checked.
            waiting: records what mypy does not know yet.
        """
        self._defining = defining
        self._values = values
        self._overridden = overridden
        self._makings = makings
        self._visits = visits
        self._waiting = waiting
        self._written_calls = WrittenCalls()

    def returned(
        self,
        typ: Type,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
        owner: Type | None = None,
    ) -> Type | None:
        """Return the result type of a function in a call; None if it is not known.

        Args:
            typ: the marked type of the function.
            given: the arguments.
            caller: the checker that is at the call.
            context: the expression of the call.
            owner: the type of the object or class on which a method is called.
        """
        found = self._returned(typ, given, caller, context, owner)
        # Outside of bodies mypy caches types; the types of single objects must not get there.
        return found if found is None or self._visits else without(found)

    def _returned(
        self,
        typ: Type,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
        owner: Type | None,
    ) -> Type | None:
        value, proper = self._values.of(typ), get_proper_type(typ)
        if isinstance(proper, CallableType) and proper.is_type_obj():
            return self._made(proper, given, caller, context)
        if value is None or not isinstance(proper, CallableType):
            return None
        if proper.is_bound and not value.is_bound:
            if owner is None and self._overridden.is_any_of_several(proper, context, caller):
                return None  # Without the object, a subclass's method may be the one.
            given = [Argument(receiver(proper.definition, owner)), *given]
        match value:
            case OneOf(functions):
                return self._of_each(functions, given, caller, context)
            case Defined():
                return self._defining.of_defined(value, given, caller, context)
            case OfObject(method, its_owner):
                return self._overridden.returned(method, given, caller, context, its_owner)
            case Applied(module):
                return self._applied(module, given, caller, context)
            case Bound(inner):
                return self.returned(inner, value.with_more(given), caller, context)
            case Written():
                return self._written_calls.returned(value, given, caller, context)
            case Transformed(inner, _, trace, result):
                inputs = [each._replace(type=trace(each.type)) for each in given]
                found = self.returned(inner, inputs, caller, context)
                returned = trace(inner.ret_type if found is None else found)
                return result([each.type for each in inputs if each.kind == ARG_POS], returned)

    def _of_each(
        self,
        functions: Sequence[CallableType],
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
    ) -> Type | None:
        """The result type of one of several functions; None if any of them is unknown."""
        found = [self.returned(each, given, caller, context) for each in functions]
        known = [each for each in found if each is not None]
        return results.joined(known) if len(known) == len(found) else None

    def _applied(
        self, module: Type, given: Sequence[Argument], caller: TypeChecker, context: Context
    ) -> Type | None:
        """The result of ``module.apply``, a function of flax that calls the module."""
        passed = handed_on(given, "variables")
        found = None if passed is None else self.of_module(module, passed, caller, context)
        return found and as_returned(found, returned_by_apply(given), caller)

    def of_module(
        self, module: Type, given: Sequence[Argument], caller: TypeChecker, context: Context
    ) -> Type | None:
        """Return the result of a call of a flax module of the program; None if it is not known.

        Args:
            module: the type of the module.
            given: the arguments of its ``__call__``.
            caller: the checker that is at the call.
            context: the expression of the call.
        """
        called = method_called(module, context, caller)
        if called is None:
            return None
        return self._overridden.returned(called, given, caller, context, module)

    def _made(
        self,
        made: CallableType,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
    ) -> Type | None:
        """The type of the object that a class makes, as through ``functools.partial``."""
        info = made.type_object()
        if not self._visits or not self._makings.knows(info, caller):
            return None
        return self.constructed(info, made.ret_type, given, caller, context)

    def constructed(
        self,
        info: TypeInfo,
        plain: Type,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
    ) -> Type | None:
        """Return the type of the object that a class makes in a call, with the types of its fields.

        The result is None if the constructor is not known.

        Args:
            info: the class.
            plain: mypy's type of its objects.
            given: the arguments.
            caller: the checker that is at the call.
            context: the expression of the call.
        """
        passed = [Argument(plain), *given]
        signature = constructor(info)
        if signature is None:
            written = written_constructor(info)
            if written is None:
                return None
            return self._made_now(written, passed, caller, context)
        return self._makings.by_arguments(info, signature, passed, caller)

    def _made_now(
        self, written: FuncItem, given: Sequence[Argument], caller: TypeChecker, context: Context
    ) -> Type | None:
        """The type of the object that a constructor makes; None if unknown, perhaps only for now.

        If a type is missing, mypy checks the calling function again later, but never the
        statements of a module. So their check goes on without the object.
        """
        visit = self._visits.innermost
        was_ready = visit is not None and visit.is_ready
        found = self._defining.of_defined(Defined(written), given, caller, context)
        if visit is None or visit.function is None or not is_of_module(visit.function):
            return found
        if was_ready and not visit.is_ready:
            visit.is_ready = True
            self._waiting.for_types()
        return found
