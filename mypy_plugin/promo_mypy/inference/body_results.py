"""The type that a function returns, from the check of its body."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncItem
from mypy.types import CallableType, Type

from promo_mypy.inference import exits, results
from promo_mypy.inference.bodies import Bodies, Body, is_constructor
from promo_mypy.inference.checkers import Checked
from promo_mypy.inference.closures import Closures, End
from promo_mypy.inference.floats import Floats
from promo_mypy.inference.function_types import FunctionTypes
from promo_mypy.inference.held import is_holding
from promo_mypy.inference.makings import Makings
from promo_mypy.inference.values import Defined


class BodyResults:
    """Finds the types that bodies return."""

    def __init__(
        self,
        bodies: Bodies,
        makings: Makings,
        function_types: FunctionTypes,
        floats: Floats,
        closures: Closures,
    ) -> None:
        """Use what is known about bodies, and about the values that they may return.

        Args:
            bodies: the facts read from functions.
            makings: the types of objects that constructors make.
            function_types: the types of functions that are returned.
            floats: tells what a value is that mypy takes for a float.
            closures: the types of variables that returned functions capture.
        """
        self._bodies = bodies
        self._makings = makings
        self._function_types = function_types
        self._floats = floats
        self._closures = closures

    def of(self, value: Defined, typ: CallableType, checked: Checked, caller: TypeChecker) -> Type:
        """Return the result type of a function; for ``__init__`` the type of the object.

        Args:
            value: the function whose body has been checked.
            typ: the type of the function in that check.
            checked: the results of the check.
            caller: the checker that is at the call.
        """
        function, checker = value.function, checked.checker
        body = self._bodies.read(function)
        last = exits.types_at(body.exits, checked.types)
        end = End(body.owned, last, value.captured or {}, (checker, caller))
        if is_constructor(function):
            marked = partial(self._marked, end)
            return self._makings.by_body(typ, checked.types, checker, marked)
        found = _returned(function, self._bodies.read(function), checked)
        types = [
            self._function_types.of_returned(
                each, self._floats.type_of(checked.types[each], each, checker), checker
            )
            for each in found
        ]
        result = results.joined(types)
        if function.is_generator:
            return results.generator(result, checker)
        return self._closures.closed(result, end)

    def _marked(self, end: End, value: Expression, typ: Type, checker: TypeChecker) -> Type:
        """The type of a value; of a function, which may be called later on, with its definition."""
        marked = self._function_types.of_argument(value, typ, checker)
        return self._closures.closed(marked, end)


def _returned(function: FuncItem, body: Body, checked: Checked) -> Iterator[Expression]:
    """The expressions that a body returns or yields.

    There are none if the body may return nothing, or if mypy refuses an assignment in it: the
    types after that are wrong.
    """
    # Before mypy 2, a default that does not fit the argument's type is reported with the body.
    defaults = (argument.initializer for argument in function.arguments)
    # Each entry of such a dictionary has its own type, although mypy refuses the later ones.
    harmless = {(each.line, each.column) for each in (*defaults, *body.added) if each is not None}
    is_held = any(
        is_holding(error) and (error.line, error.column) not in harmless for error in checked.errors
    )
    given = body.yielded if function.is_generator else body.returned
    if not is_held and (body.ends or function.is_generator) and None not in given:
        yield from (each for each in given if each is not None and each in checked.types)
