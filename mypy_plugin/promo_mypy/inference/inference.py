"""Infers the result type of a function for the types of its arguments, by checking its body."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial

from mypy.checker import TypeChecker
from mypy.nodes import (
    Context,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MypyFile,
)
from mypy.options import Options
from mypy.types import (
    CallableType,
    Type,
    get_proper_type,
)

from promo_mypy.by_module import ByModule
from promo_mypy.inference import arguments, checkers, findings, parameters, results
from promo_mypy.inference.answers import Answers
from promo_mypy.inference.argument_types import ArgumentTypes
from promo_mypy.inference.arguments import Argument, bound, by_position
from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.body_checks import BodyChecks, Call
from promo_mypy.inference.body_results import BodyResults
from promo_mypy.inference.called_values import CalledValues
from promo_mypy.inference.captured import Captured
from promo_mypy.inference.closures import Closures
from promo_mypy.inference.collected import Collected
from promo_mypy.inference.conditions import Conditions
from promo_mypy.inference.containers import Containers
from promo_mypy.inference.dictionaries_of_functions import DictionariesOfFunctions
from promo_mypy.inference.findings import Finding
from promo_mypy.inference.fixture_types import FixtureTypes
from promo_mypy.inference.flags import with_values
from promo_mypy.inference.floats import Floats
from promo_mypy.inference.function_types import FunctionTypes
from promo_mypy.inference.given_values import GivenValues
from promo_mypy.inference.guarded import is_guarded
from promo_mypy.inference.identities import Identities, Look
from promo_mypy.inference.jvp_rules import JvpRules
from promo_mypy.inference.known_everywhere import KnownEverywhere
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.moments import Moments
from promo_mypy.inference.one_function import OneFunction
from promo_mypy.inference.overridden import Overridden
from promo_mypy.inference.program_values import ProgramValues
from promo_mypy.inference.shared_variables import SharedVariables
from promo_mypy.inference.signatures import declared_type
from promo_mypy.inference.source_types import SourceTypes
from promo_mypy.inference.stable_variables import StableVariables
from promo_mypy.inference.uncalled import Uncalled
from promo_mypy.inference.values import Defined, Values
from promo_mypy.inference.visits import Visit, Visits
from promo_mypy.origins.definitions import Definitions
from promo_mypy.settings_in_force import SettingsInForce
from promo_mypy.types.bindings import Bindings
from promo_mypy.types.expressions import known_type
from promo_mypy.types.lambdas import declared_result
from promo_mypy.types.silence import is_silent


class Inference:
    """Checks the bodies of functions for calls, once for each combination of argument types."""

    def __init__(
        self, options: Options, settings: SettingsInForce, bindings: Bindings, *, everywhere: bool
    ) -> None:
        """Start without a function.

        Args:
            options: mypy's options.
            settings: JAX's settings; a body is checked under those of its call.
            bindings: the names that modules bind to one value.
            everywhere: whether mypy has the function bodies of all modules.
        """
        self.is_on = everywhere
        self.definitions = ByModule(Definitions.of)
        self.values = Values()
        self.functions = Functions(self.definitions, everywhere=everywhere)
        self.conditions = Conditions()
        self.floats = Floats(self.definitions)
        self.jvp_rules = JvpRules()
        self.shared = SharedVariables(everywhere=everywhere)
        self.visits = Visits()
        self.settings = settings
        self._bodies = Bodies()
        self._assumptions = Assumptions()
        self.reporter = findings.Reporter()
        captured = Captured(self.visits)
        self._closures = Closures(self.values, self._bodies, captured)
        self._keys = Identities(self.values, self._bodies, captured)
        self.answers = Answers(self._assumptions, keeps_types=everywhere)
        self.containers = Containers(self._bodies, self.visits)
        # Only a run that exports types, such as promo check, reports what is known.
        is_asked = everywhere and options.export_types
        self.known_everywhere = KnownEverywhere(self._bodies, self.visits, is_asked=is_asked)
        waiting = self._assumptions.waiting
        self.overridden = Overridden(
            self, self.functions, self.visits, waiting, everywhere=everywhere
        )
        variables = StableVariables()
        self._moments = Moments(self.functions, self._bodies, self.visits, variables)
        self._sources = SourceTypes(settings, self._bodies, self, self._assumptions, variables)
        self.program = ProgramValues(
            self._sources, self._assumptions, self, self.values, bindings, everywhere=everywhere
        )
        self.functions_in_dictionaries = DictionariesOfFunctions(
            self.program.assigned, self.values, self.program.dictionaries
        )
        self.one_function = OneFunction(
            self.program.assigned, self.values, self.functions_in_dictionaries, self.visits
        )
        self.function_types = FunctionTypes(
            self.values, self.functions, self.one_function, self.program.dictionaries
        )
        self._argument_types = ArgumentTypes(
            self.function_types, self.program.fields, self.program.dictionaries
        )
        self._checks = self._body_checks()
        self.called = CalledValues(
            self, self.values, self.overridden, self.program.makings, self.visits, waiting
        )
        self._uncalled = self._uncalled_functions()

    def _body_checks(self) -> BodyChecks:
        """Return the object that checks bodies."""
        body_results = BodyResults(
            self._bodies, self.program.makings, self.function_types, self.floats, self._closures
        )
        return BodyChecks(
            self._bodies,
            self.answers,
            self.visits,
            self._assumptions,
            self.known_everywhere,
            self._closures,
            body_results,
        )

    def _uncalled_functions(self) -> Uncalled:
        """Return the object that checks functions which the program does not call."""
        given = GivenValues(self._sources)
        fixtures = FixtureTypes(given, self.functions, self._made_by)
        collected = Collected(given, fixtures, self.functions)
        return Uncalled(
            self._checked,
            self.functions,
            self.visits,
            self._sources,
            collected,
            self._bodies,
            everywhere=self.is_on,
        )

    @property
    def is_inside(self) -> bool:
        """Whether a body is being checked; mypy's errors in it are not reported."""
        return bool(self.visits)

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
        return self.called.returned(typ, given, caller, context, owner)

    def look_again(self, caller: TypeChecker) -> bool:
        """Check the current function or module once more: see :meth:`Uncalled.look_again`.

        Args:
            caller: the checker that is at a call whose result may be known then.
        """
        return self._uncalled.look_again(caller)

    def look_for_variables(self, caller: TypeChecker) -> None:
        """Check the function or module once more if it declares variables that leave a dtype open.

        mypy itself forgets the dtype of the value in ``total: jax.Array = x * 2``.

        Args:
            caller: the checker that is at an operation on a value of unknown dtype.
        """
        if self.visits:
            return
        function = caller.scope.top_level_function() or self.of_module(caller.tree)
        if isinstance(function, FuncDef) and self._bodies.read(function).declaring:
            self.look_again(caller)

    def come_to(self, caller: TypeChecker, line: int) -> None:
        """Note how far mypy is, and check the tests up to there with pytest's arguments.

        Args:
            caller: the checker that is at the line.
            line: the line in the checker's module.
        """
        if not self.visits:
            self._assumptions.waiting.at = caller, line
            self._uncalled.look_at_earlier(caller)
            self._uncalled.collect(caller, line)

    def _made_by(
        self, function: FuncDef, given: Sequence[Argument], caller: TypeChecker
    ) -> Type | None:
        """The type that a fixture returns, for a test that mypy is at."""
        return self.of_defined(Defined(function, {}), given, caller, function)

    def of_module(self, module: MypyFile) -> FuncDef | None:
        """Return the body of a module as a function; None if it cannot be checked as one."""
        return self.functions.of_module(module)

    def is_open(self, function: Expression, caller: TypeChecker) -> bool:
        """Whether the result of a function is inferred, since its annotation says no dtype."""
        typ = get_proper_type(self.function_types.of_operand(function, caller))
        is_undeclared = isinstance(typ, CallableType) and is_silent(typ.ret_type)
        return is_undeclared and self.values.of(typ) is not None

    def with_inputs(
        self, function: Expression, inputs: Sequence[Type], caller: TypeChecker
    ) -> Type | None:
        """Return the result type of a function that JAX calls with these positional arguments.

        Where its annotation says a dtype, that holds. The result is None if nothing is known.
        """
        typ = get_proper_type(self.function_types.of_operand(function, caller))
        if not isinstance(typ, CallableType) or typ.variables:
            return None
        found = self.returned(typ, by_position(inputs), caller, function)
        value = self.values.of(typ)
        if isinstance(value, Defined) and isinstance(value.function, LambdaExpr):
            return found  # What mypy takes for its result is not declared.
        return found and results.refined(declared_result(typ), found)

    @contextmanager
    def aside(self, function: FuncItem | None) -> Iterator[None]:
        """Check bodies without reporting their findings or recording their types.

        The bodies that are being checked around this block do not count as callers. So recursion
        and the limit of depth do not depend on the place that asks.

        Args:
            function: the function whose body the block checks; None if it only calls others.
        """
        apart = (
            self.answers.aside(),
            self.visits.aside(Visit(function)),
            self.program.dictionaries.aside(),
            nullcontext() if function is None else self._closures.apart(function),
        )
        with apart[0], apart[1], apart[2], apart[3]:
            yield

    def returned_by(self, function: FuncItem) -> Iterator[Expression]:
        """Yield the expressions after ``return`` in a function with a body, or a lambda's body."""
        returned = self._bodies.read(function).returned
        yield from (each for each in returned if each is not None)

    def types_in(
        self, function: Expression, inputs: Sequence[Type], caller: TypeChecker
    ) -> Mapping[Expression, Type]:
        """Return the types of expressions in a function that JAX calls with these arguments.

        Expressions in functions that it calls are included, if they have one type in all calls.
        """
        with self.answers.anew() as types, self.visits.inside(Visit(None)):
            self.with_inputs(function, inputs, caller)
        return {each: next(iter(found)) for each, found in types.items() if len(found) == 1}

    def of_defined(
        self, value: Defined, given: Sequence[Argument], caller: TypeChecker, context: Context
    ) -> Type | None:
        """Check a function of the program for a call, report findings, and return its result.

        Args:
            value: the function.
            given: the arguments.
            caller: the checker that is at the call.
            context: the expression of the call.

        Returns:
            The type of the result; None if it is not known.
        """
        function = value.function
        if not self.visits and not self.is_on:
            self._forget()
        module = self.functions.home(function, caller)
        if module is None:
            return None
        declared = declared_type(function, caller)
        types = bound(function.arg_kinds, function.arg_names, given, caller)
        if declared is None or types is None:
            return None
        if self._bodies.read(function).takes_apart:
            types = [self._argument_types.with_items(each, caller) for each in types]
        types = self._argument_types.with_defaults(function, types, caller)
        typ = parameters.type_for(function, declared, types, caller)
        if typ is None:
            return None
        typ = with_values(function, typ, types, self.definitions.of(module), caller)
        written = arguments.written(function.arguments, given)
        return self._checked(Call(value, typ, caller, context, written))

    def _checked(self, call: Call) -> Type | None:
        """Check a function for its parameter types, or return the remembered answer."""
        function, caller = call.value.function, call.caller
        module = self.functions.home(function, caller)
        semantics = self.settings.at(caller, call.context.line)
        if module is None or semantics is None or not self._bodies.read(function).is_supported:
            return None
        moment = self._moments.of(function, module, caller)
        if moment is None:
            return None
        self.shared.open(module, caller)
        typ = self._argument_types.without_changed(function, call.type, caller)
        call = call._replace(type=typ, moment=moment)
        top = self._moments.is_within(module), self._moments.running(caller)
        key = (semantics, function, *top, *self._identities(call))
        answer = self.answers.of(key)
        if answer is None and self._may_visit(function, module, caller):
            checker = checkers.new_checker(module, caller)
            with self.settings.called(function, semantics, checker):
                answer = self._checks.visit(call, checker, key)
        if answer is None:
            return None
        if answer.is_of_moment:
            self.visits.rest_on_moment()
        self.known_everywhere.called(
            function, call.type.arg_types, answer.number, caller, call.context, call.by
        )
        if answer.findings:
            self._pass_on(answer.findings, caller, call.context)
        self.containers.change(answer.changes, function, call.written, caller)
        return answer.result

    def _identities(self, call: Call) -> Iterator[Hashable]:
        """The key of a call: the types of its arguments and of variables that it uses."""
        around = self._closures.captured(call.value, call.caller).values()
        look = Look(call.caller)
        types = (*call.type.arg_types, *around, *call.moment.values())
        yield from (self._keys.of(each, look) for each in types)

    def _forget(self) -> None:
        """Forget all bodies: after an edit, mypy's daemon puts new ones into old definitions."""
        self._bodies.forget()
        self.answers.forget()

    def _may_visit(self, function: FuncItem, module: MypyFile, caller: TypeChecker) -> bool:
        """Whether a call is not recursive, and within the limits of work."""
        if self.visits.has(function):
            return False
        return self.answers.limits.allow(function, module, self.visits.depth, caller)

    def _pass_on(self, found: Iterable[Finding], caller: TypeChecker, context: Context) -> None:
        """Pass findings on to the calling body, or report them if there is none."""
        around = self.visits.innermost
        if around is None:
            self.reporter.report(found, caller, context)
        elif not self._is_guarded(context, around.function, caller):
            around.findings.extend(found)

    @staticmethod
    def _is_guarded(place: Context, function: FuncItem | None, checker: TypeChecker) -> bool:
        """Whether a call may not run for the dtypes for which the function around is checked."""
        type_of = partial(known_type, api=checker)
        return function is not None and is_guarded(place, function, type_of)
