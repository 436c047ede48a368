"""The types that captured variables have at a moment of a check."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import NameExpr, Var
from mypy.types import Type

from promo_mypy.inference.visits import Visits


class Captured:
    """Finds what captured variables are now, while the functions around them are checked."""

    def __init__(self, visits: Visits) -> None:
        """Use the stack of bodies that are being checked."""
        self._visits = visits

    def now(self, name: NameExpr, *checkers: TypeChecker) -> Type | None:
        """Return the type that a local variable has now; None if mypy has not inferred it.

        mypy's binder, which knows it best, is that of the function that binds the variable. A
        function that it calls may be in another module, and call back an inner function.

        Args:
            name: the variable.
            checkers: the checker at the place that asks, and others around it.
        """
        for checker in (*checkers, *self._visits.callers):
            known = checker.binder.get(name)
            if known is not None:
                return known
        return name.node.type if isinstance(name.node, Var) else None
