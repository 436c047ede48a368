"""The checks of bodies of functions, each for one call and its argument types."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, SymbolNode, Var
from mypy.types import CallableType, Type

from promo_mypy.fullnames import BUILTIN_OBJECT
from promo_mypy.inference import checkers, findings
from promo_mypy.inference.answers import Answer, Answers
from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.inference.bodies import Bodies, is_of_module
from promo_mypy.inference.body_results import BodyResults
from promo_mypy.inference.closures import Closures
from promo_mypy.inference.findings import Finding
from promo_mypy.inference.guarded import guarded
from promo_mypy.inference.known_everywhere import KnownEverywhere
from promo_mypy.inference.moments import Moment
from promo_mypy.inference.values import Defined
from promo_mypy.inference.visits import Visit, Visits

_NOTHING: Final[Mapping[SymbolNode, Expression]] = {}


class Call(NamedTuple):
    """A call for which the body of a function is checked.

    Attributes:
        value: the function.
        type: its type in this call: the parameters have the types of the arguments.
        caller: the checker that is at the call.
        context: the expression of the call, for messages.
        written: the expressions that the parameters get.
        by: what calls the function, if that is not the body that is being checked.
        moment: the types that global variables have now.
    """

    value: Defined
    type: CallableType
    caller: TypeChecker
    context: Context
    written: Mapping[SymbolNode, Expression] = _NOTHING
    by: Hashable = None
    moment: Moment = MappingProxyType({})

    @property
    def given(self) -> Mapping[Var, Type]:
        """The types that the parameters get."""
        parameters = (each.variable for each in self.value.function.arguments)
        return dict(zip(parameters, self.type.arg_types, strict=False))


class BodyChecks:
    """Checks bodies, and remembers the answers."""

    def __init__(
        self,
        bodies: Bodies,
        answers: Answers,
        visits: Visits,
        assumptions: Assumptions,
        known_everywhere: KnownEverywhere,
        closures: Closures,
        body_results: BodyResults,
    ) -> None:
        """Use what remembers the answers, and the records of each check.

        Args:
            bodies: the facts read from functions.
            answers: the answers of earlier checks, and the limits of work.
            visits: the stack of bodies that are being checked.
            assumptions: records that mypy does not know a type yet.
            known_everywhere: records the types that a check found.
            closures: the types of captured variables.
            body_results: the types that bodies return.
        """
        self._bodies = bodies
        self._answers = answers
        self._visits = visits
        self._assumptions = assumptions
        self._known_everywhere = known_everywhere
        self._closures = closures
        self._results = body_results

    def visit(self, call: Call, checker: TypeChecker, key: Hashable) -> Answer | None:
        """Check a body, and remember the answer unless it may change when mypy knows more.

        Args:
            call: the call for which the body is checked.
            checker: a new checker for the module of the function.
            key: the key under which the answer is remembered.

        Returns:
            The answer; None if mypy fails in the body, or does not know some type there yet.
        """
        visit = Visit(call.value.function, call.caller, call.written, call.given)
        visit.number = self._known_everywhere.new()
        with self._assumptions.noting() as noted:
            outcome = self._check(visit, call, checker)
            if outcome is None:
                return None
            result, checked = outcome
            if not checked.is_ready or not visit.is_ready:
                self._ask_again(call)
                return None
            found = (*_findings(call, checked), *visit.findings)
            changes = tuple(dict.fromkeys(visit.changes))
            is_of_moment = bool(call.moment) or visit.is_of_moment
            answer = Answer(result, noted, found, changes, visit.number, is_of_moment)
            if not visit.is_of_moment or is_of_module(call.value.function):
                self._answers.remember(key, answer)
        self._answers.note(checked.types)
        self._known_everywhere.checked(visit.number, call.value.function, checked.types)
        return answer

    def _check(
        self, visit: Visit, call: Call, checker: TypeChecker
    ) -> tuple[Type, checkers.Checked] | None:
        """Check a body; return its result type and the results of the check.

        The result is None if mypy fails there.
        """
        function, body = call.value.function, self._bodies.read(call.value.function)
        self._answers.limits.count(function)
        expected = call.type.copy_modified(ret_type=call.caller.named_type(BUILTIN_OBJECT))
        captured = {**self._closures.captured(call.value, call.caller), **call.moment}
        is_around = call.value.captured is None
        with (
            self._visits.inside(visit),
            self._closures.apart(function),
            checkers.attributes_kept(body),
            checkers.checked(
                function, body, expected, checker, call.caller, captured, is_around=is_around
            ) as checked,
        ):
            self._visits.leave()
            return (
                None
                if checked is None
                else (self._results.of(call.value, call.type, checked, call.caller), checked)
            )

    def _ask_again(self, call: Call) -> None:
        """Have the calling function checked again when mypy knows more."""
        self._answers.limits.count(call.value.function, -1)
        if self._visits.innermost is not None:
            self._visits.innermost.is_ready = False
        checkers.ask_again(call.caller, call.value.function.name, call.context)


def _findings(call: Call, checked: checkers.Checked) -> Iterator[Finding]:
    """The findings in a body, each with a note on the call."""
    caller, function = call.caller, call.value.function
    describe = partial(
        findings.call_of,
        function,
        call.type.arg_types,
        caller.path,
        call.context,
        caller.options,
    )
    errors = findings.outside_of(guarded(function, checked.types.get), checked.errors)
    yield from findings.findings(checked.checker.path, errors, describe)
