"""Checks functions without a call in the program: those that mypy checks, and tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef
from mypy.types import Type

from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.body_checks import Call
from promo_mypy.inference.collected import Collected
from promo_mypy.inference.known_everywhere import AS_A_WHOLE, BY_PYTEST
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.source_types import SourceTypes, typed
from promo_mypy.inference.values import Defined
from promo_mypy.inference.visits import Visits

Check: TypeAlias = Callable[[Call], Type | None]
"""Checks a function; returns its result type, None if unknown, perhaps only for now."""


class Uncalled:
    """Checks functions that nothing in the program calls."""

    def __init__(
        self,
        check: Check,
        functions: Functions,
        visits: Visits,
        sources: SourceTypes,
        collected: Collected,
        bodies: Bodies,
        *,
        everywhere: bool,
    ) -> None:
        """Start without a function.

        Args:
            check: checks a function for one call.
            functions: the functions of the program.
            visits: the stack of bodies that are being checked.
            sources: tells whether findings are reported now.
            collected: the tests of the program.
            bodies: the facts read from functions.
            everywhere: whether tests are checked.
        """
        self._check = check
        self._functions = functions
        self._visits = visits
        self._sources = sources
        self._collected = collected
        self._bodies = bodies
        self._everywhere = everywhere
        self._looked_at = set[FuncDef]()
        self._later: dict[FuncDef, TypeChecker] = {}

    def look_again(self, caller: TypeChecker) -> bool:
        """Check the current function or module once more, with the types of objects in it.

        In mypy's own check, an object that a function without annotations returns stays Any.
        Otherwise mypy would report errors that are not about dtypes. In the check here mypy's own
        errors are dropped. So the object is known, and with it the dtypes of its fields.

        Args:
            caller: the checker that is at a call whose result may be known then.

        Returns:
            Whether it has been checked, now or before, and no more has to be known for that.
        """
        function = caller.scope.top_level_function() or self._functions.of_module(caller.tree)
        if self._visits or not isinstance(function, FuncDef):
            return False
        if function in self._looked_at:
            return True
        if self._sources.is_apart:
            return False  # Findings would be dropped, and the function would count as looked at.
        if any(each.type is None for each in self._bodies.read(function).attributes):
            # mypy is just about to infer the type of an attribute, which the check may need.
            self._later[function] = caller
            return False
        return self._look_at(function, caller)

    def look_at_earlier(self, caller: TypeChecker) -> None:
        """Check functions to look at again once mypy has left them.

        Args:
            caller: the checker that is at another place now.
        """
        if not self._later or self._sources.is_apart:
            return  # Apart, findings would be dropped.
        current = caller.scope.top_level_function()
        for function in [each for each in self._later if each is not current]:
            self._look_at(function, self._later.pop(function))

    def _look_at(self, function: FuncDef, caller: TypeChecker) -> bool:
        declared = typed(function, caller)
        if declared is None:
            return False
        whole = Call(Defined(function, {}), declared, caller, function, by=AS_A_WHOLE)
        if self._check(whole) is None:
            return False
        self._looked_at.add(function)
        return True

    def collect(self, caller: TypeChecker, line: int) -> None:
        """Check the tests up to a line with the arguments that pytest gives them.

        mypy asks a plugin nothing about values of unknown type. So a test may be checked only when
        mypy has come to a later line, in another test.

        Args:
            caller: the checker that is at the line.
            line: the line in the checker's module.
        """
        if not self._everywhere:
            return
        for function in self._collected.due(caller.tree, line, caller.pass_num):
            calls = self._collected.calls(function, caller)
            found = [
                self._check(Call(Defined(function, {}), each, caller, function, by=BY_PYTEST))
                for each in calls
            ]
            if found and None not in found:
                self._looked_at.add(function)
                self._collected.settle(function)
