"""The global variables that a function uses, at the moment of a call from the top of its module.

A script may assign a variable several times, and call functions that use it in between. The type
that mypy keeps for the variable is that of the first value, or the union of all. Only the checker
at the top of the module knows which value it has when the function is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import FuncItem, LambdaExpr, MypyFile, NameExpr, Var
from mypy.types import Type

from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.stable_variables import StableVariables
from promo_mypy.inference.visits import Visits

Moment: TypeAlias = Mapping[Var, Type | None]
"""The types of global variables; None for one whose type mypy has not inferred."""


class Moments:
    """Finds the types of global variables that are assigned several times."""

    def __init__(
        self, functions: Functions, bodies: Bodies, visits: Visits, variables: StableVariables
    ) -> None:
        """Use what is known about functions.

        Args:
            functions: the functions of the program.
            bodies: the facts about their bodies.
            visits: the stack of bodies that are being checked.
            variables: the variables of modules.
        """
        self._functions = functions
        self._bodies = bodies
        self._visits = visits
        self._variables = variables

    def is_within(self, module: MypyFile) -> bool:
        """Whether the body of a module is being checked as a function."""
        whole = self._functions.of_module(module)
        return whole is not None and self._visits.has(whole)

    def running(self, caller: TypeChecker) -> str | None:
        """Return the module whose top runs now, if it has variables that are assigned again.

        A function that is called from there may not have the result that it has in other calls.
        """
        for checker in (caller, *self._visits.callers):
            if not _functions_around(checker) and self._variables.assigned_again(checker.tree):
                return checker.tree.fullname
        return None

    def of(self, function: FuncItem, module: MypyFile, caller: TypeChecker) -> Moment | None:
        """Return the types that variables of a function's module have now; None if not known.

        The result is empty if no such variable changes, or the top of the module does not run now.

        Args:
            function: the function that is called.
            module: its module.
            caller: the checker that is at the call.
        """
        if self._visits.is_aside and self.is_within(module):
            is_known = self._variables.are_stable(function, caller.modules)
            return {} if is_known else None
        scopes = [_functions_around(each) for each in self._checkers(module, caller)]
        is_running = any(all(isinstance(each, LambdaExpr) for each in scope) for scope in scopes)
        changing = self._changing(function, module) if is_running else {}
        if not changing:
            return {}
        for checker in self._checkers(module, caller):
            if not _functions_around(checker):
                return _now(changing, checker)
        return None  # mypy checks a lambda, for which it forgets the latest types.

    def _changing(self, function: FuncItem, module: MypyFile) -> Mapping[Var, NameExpr]:
        """The variables of the module that a function uses and that are assigned again."""
        names = self._bodies.read(function).globals
        used = {each.node: each for each in names if isinstance(each.node, Var)}
        again = self._variables.assigned_again(module)
        return {each: name for each, name in used.items() if each in again}

    def _checkers(self, module: MypyFile, caller: TypeChecker) -> Iterator[TypeChecker]:
        """The checkers of a module that are at calls now, the innermost first."""
        return (each for each in (caller, *self._visits.callers) if each.tree is module)


def _functions_around(checker: TypeChecker) -> Sequence[FuncItem]:
    return [each for each in checker.scope.stack if isinstance(each, FuncItem)]


def _now(variables: Mapping[Var, NameExpr], checker: TypeChecker) -> Moment:
    known = {each: checker.binder.get(name) for each, name in variables.items()}
    return {each: each.type if typ is None else typ for each, typ in known.items()}
