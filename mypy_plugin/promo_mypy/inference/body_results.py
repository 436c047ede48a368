"""What a function returns, from the check of its body."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, FuncItem
from mypy.types import CallableType, Type

from promo_mypy.inference import results
from promo_mypy.inference.bodies import Bodies, Body, is_constructor
from promo_mypy.inference.checkers import Checked
from promo_mypy.inference.closures import Closures
from promo_mypy.inference.floats import Floats
from promo_mypy.inference.function_types import FunctionTypes
from promo_mypy.inference.held import is_holding
from promo_mypy.inference.makings import Makings


class BodyResults:
    """The types of what bodies return."""

    def __init__(
        self,
        bodies: Bodies,
        makings: Makings,
        function_types: FunctionTypes,
        floats: Floats,
        closures: Closures,
    ) -> None:
        """Take what is known of bodies, and of the values that they may return.

        Args:
            bodies: what is written in functions.
            makings: the objects that constructors make.
            function_types: the functions that are values.
            floats: the numbers that are floats in any case.
            closures: the variables that returned functions capture.
        """
        self._bodies = bodies
        self._makings = makings
        self._function_types = function_types
        self._floats = floats
        self._closures = closures

    def of(self, function: FuncItem, typ: CallableType, checked: Checked) -> Type:
        """Return the type of a result, or of the object that a constructor makes.

        Args:
            function: what has been checked.
            typ: its type in the check.
            checked: the results of that.
        """
        checker = checked.checker
        if is_constructor(function):
            return self._makings.by_body(typ, checked.types, checker)
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
        return self._closures.closed(result, checker)


def _returned(function: FuncItem, body: Body, checked: Checked) -> Iterator[Expression]:
    """The expressions that a body returns or yields.

    None if it may end without, or mypy reports a type.
    """
    # Before mypy 2, a default that is not of the argument's type is reported with the body.
    defaults = (argument.initializer for argument in function.arguments)
    # The entries of a dictionary have a type each, whatever mypy makes of the first one.
    harmless = {(each.line, each.column) for each in (*defaults, *body.added) if each is not None}
    is_held = any(
        is_holding(error) and (error.line, error.column) not in harmless for error in checked.errors
    )
    given = body.yielded if function.is_generator else body.returned
    if not is_held and (body.ends or function.is_generator) and None not in given:
        yield from (each for each in given if each is not None and each in checked.types)
