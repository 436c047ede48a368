"""The types of the values that pytest's fixtures make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    Expression,
    ExpressionStmt,
    FuncDef,
    ListExpr,
    MemberExpr,
    NameExpr,
    ReturnStmt,
    StrExpr,
    TupleExpr,
)
from mypy.types import AnyType, Type, TypeOfAny, get_proper_type

from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.fixtures import Fixture, Fixtures
from promo_mypy.inference.given_values import GivenValues, is_object
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.parameters import says_less_than_calls
from promo_mypy.inference.results import filled
from promo_mypy.inference.signatures import declared_type, receiver

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_DEPTH: Final = 4
_REQUEST: Final = "request"
_PARAM: Final = "param"

Returned: TypeAlias = Callable[[FuncDef, Sequence[Argument], TypeChecker], Type | None]
"""Tells the type that a function of the program returns for given arguments."""


class FixtureTypes:
    """Finds the types that fixtures make, by the names of parameters."""

    def __init__(self, values: GivenValues, functions: Functions, returned: Returned) -> None:
        """Use the types of written values, the places of functions, and their results."""
        self._values = values
        self._functions = functions
        self._returned = returned
        self._fixtures = Fixtures()

    def of(
        self, name: str, function: FuncDef, caller: TypeChecker, depth: int = _DEPTH
    ) -> Sequence[Type]:
        """Return the types of a parameter, one for each case; empty if one is not known.

        Args:
            name: the name of the parameter.
            function: the test or fixture that has it.
            caller: the checker that is at the test.
            depth: how many fixtures may depend on one another in a chain.
        """
        module = self._functions.home(function, caller)
        if module is None or not depth:
            return []
        fixture = self._fixtures.of(name, function, module, caller.modules)
        if fixture is None or fixture.function is function:
            return []
        if _returns_parameter(fixture.function):
            return self._of_parameters(fixture, caller)
        typ = self._made(fixture.function, caller, depth - 1)
        return [] if typ is None or isinstance(get_proper_type(typ), AnyType) else [typ]

    def change_settings(
        self, test: FuncDef, marks: Sequence[Expression], caller: TypeChecker
    ) -> bool:
        """Whether a test with these decorators may use a fixture that changes JAX's settings."""
        return self._fixtures.change_settings(test, marks, caller.tree, caller.modules)

    def _of_parameters(self, fixture: Fixture, caller: TypeChecker) -> Sequence[Type]:
        """The types of ``params``, for a fixture that does nothing but ``return request.param``."""
        module = self._functions.home(fixture.function, caller)
        match fixture.params:
            case ListExpr(items=items) | TupleExpr(items=items) if module is not None:
                types = [self._values.of(each, module, caller) for each in items]
                return [each for each in types if each is not None] if all(types) else []
        return []

    def _made(self, function: FuncDef, caller: TypeChecker, depth: int) -> Type | None:
        declared = declared_type(function, caller)
        if declared is None or function.is_generator:
            return None
        if not says_less_than_calls(declared.ret_type):
            return declared.ret_type
        given = [*self._given(function, caller, depth)]
        found = self._returned(function, given, caller)
        return found and filled(declared.ret_type, found, is_object)

    def _given(self, function: FuncDef, caller: TypeChecker, depth: int) -> Iterator[Argument]:
        """The arguments of a fixture, which other fixtures make."""
        arguments = function.arguments
        if function.info and not function.is_static:
            yield Argument(receiver(function, None), ARG_POS)
            arguments = arguments[1:]
        for argument in arguments:
            name = argument.variable.name
            match self.of(name, function, caller, depth):
                case [only]:
                    yield Argument(only, ARG_NAMED, name)
                case _:
                    yield Argument(_UNKNOWN, ARG_NAMED, name)


def _returns_parameter(function: FuncDef) -> bool:
    """Whether a fixture does nothing but ``return request.param``."""
    match function.body.body:
        case [ReturnStmt(expr=returned)] | [
            ExpressionStmt(expr=StrExpr()),
            ReturnStmt(expr=returned),
        ]:
            return _is_parameter(returned)
    return False


def _is_parameter(returned: Expression | None) -> bool:
    match returned:
        case MemberExpr(expr=NameExpr(name=owner), name=name):
            return owner == _REQUEST and name == _PARAM
    return False
