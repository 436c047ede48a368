"""Functions that are checked without a call in the program: mypy or pytest comes to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef
from mypy.types import Type

from promo_mypy.inference.body_checks import Call
from promo_mypy.inference.collected import Collected
from promo_mypy.inference.known_everywhere import AS_A_WHOLE, BY_PYTEST
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.source_types import SourceTypes, typed
from promo_mypy.inference.values import Defined
from promo_mypy.inference.visits import Visits

Check: TypeAlias = Callable[[Call], Type | None]
"""Checks a function; None if the result is not known, or not yet."""


class Uncalled:
    """Checks functions for what is known of them without a call."""

    def __init__(
        self,
        check: Check,
        functions: Functions,
        visits: Visits,
        sources: SourceTypes,
        collected: Collected,
        *,
        everywhere: bool,
    ) -> None:
        """Start before any function has been looked at.

        Args:
            check: checks a function.
            functions: those that have bodies.
            visits: the bodies that are being checked.
            sources: whether what is found would be reported.
            collected: the tests of the program.
            everywhere: whether tests are checked.
        """
        self._check = check
        self._functions = functions
        self._visits = visits
        self._sources = sources
        self._collected = collected
        self._everywhere = everywhere
        self._looked_at = set[FuncDef]()

    def look_again(self, caller: TypeChecker) -> None:
        """Check the current function, or module, once more with the types of its objects.

        What a function without annotations returns is Any to mypy, lest it report mistakes that
        are not about dtypes. In a body that is checked here it reports nothing of its own, so an
        object may be known there, and with it the dtypes of its fields.

        Args:
            caller: the checker that is at the call of such a function.
        """
        function = caller.scope.top_level_function() or self._functions.of_module(caller.tree)
        if self._visits or not isinstance(function, FuncDef) or function in self._looked_at:
            return
        if self._sources.is_apart:
            return  # What is found would not be reported, now or later.
        declared = typed(function, caller)
        if declared is None:
            return
        whole = Call(Defined(function, {}), declared, caller, function, by=AS_A_WHOLE)
        if self._check(whole) is not None:
            self._looked_at.add(function)

    def collect(self, caller: TypeChecker, line: int) -> None:
        """Check the tests up to a line for what pytest gives to their parameters.

        Of what a test does with values of unknown type mypy asks no plugin. So a test may have to
        wait for the next one.

        Args:
            caller: the checker that is at the line.
            line: where it is in its module.
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
