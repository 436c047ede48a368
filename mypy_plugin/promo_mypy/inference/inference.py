"""Infers what functions return for argument types, where annotations leave it open."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    Context,
    Expression,
    FuncDef,
    FuncItem,
    MypyFile,
    SymbolNode,
    TypeInfo,
)
from mypy.plugin import Plugin
from mypy.types import (
    AnyType,
    CallableType,
    Type,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import BUILTIN_OBJECT
from promo_mypy.inference import arguments, checkers, findings, parameters, results
from promo_mypy.inference.answers import Answer, Answers
from promo_mypy.inference.argument_types import ArgumentTypes
from promo_mypy.inference.arguments import Argument, bound, by_position
from promo_mypy.inference.assigned import Assigned
from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.inference.bodies import Bodies, Body, is_constructor, is_of_module
from promo_mypy.inference.cast_variables import CastVariables
from promo_mypy.inference.closures import Closures
from promo_mypy.inference.collected import Collected
from promo_mypy.inference.conditions import Conditions
from promo_mypy.inference.connected import Parts
from promo_mypy.inference.constructions import constructor, written_constructor
from promo_mypy.inference.containers import Containers
from promo_mypy.inference.dictionaries import Dictionaries
from promo_mypy.inference.field_values import FieldValues
from promo_mypy.inference.fields import Fields
from promo_mypy.inference.findings import Finding
from promo_mypy.inference.fixture_types import FixtureTypes
from promo_mypy.inference.floats import Floats
from promo_mypy.inference.function_types import FunctionTypes
from promo_mypy.inference.given_values import GivenValues
from promo_mypy.inference.held import is_holding
from promo_mypy.inference.jvp_rules import JvpRules
from promo_mypy.inference.known_everywhere import AS_A_WHOLE, BY_PYTEST, KnownEverywhere
from promo_mypy.inference.makings import Makings
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.number_fields import NumberFields
from promo_mypy.inference.one_function import OneFunction
from promo_mypy.inference.overridden import Overridden
from promo_mypy.inference.reassigned import Reassigned
from promo_mypy.inference.shared_variables import SharedVariables
from promo_mypy.inference.signatures import declared_type, receiver
from promo_mypy.inference.single_float import SingleFloat
from promo_mypy.inference.source_types import SourceTypes, typed
from promo_mypy.inference.values import (
    Bound,
    Defined,
    OfObject,
    OneOf,
    Transformed,
    Values,
    Written,
)
from promo_mypy.inference.visits import Visit, Visits
from promo_mypy.inference.written_calls import WrittenCalls
from promo_mypy.origins.definitions import Definitions
from promo_mypy.settings_in_force import SettingsInForce
from promo_mypy.types.bindings import Bindings
from promo_mypy.types.lambdas import declared_result
from promo_mypy.types.made import without
from promo_mypy.types.silence import is_silent

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_NOTHING: Final[Mapping[SymbolNode, Expression]] = {}


class _Call(NamedTuple):
    """A call that a function is checked for, with the function's type in it.

    Attributes:
        value: the function.
        type: that type.
        caller: the checker that is at the call.
        context: the call.
        written: what it gives to the parameters.
        by: what calls it, unless that is what is being checked.
    """

    value: Defined
    type: CallableType
    caller: TypeChecker
    context: Context
    written: Mapping[SymbolNode, Expression] = _NOTHING
    by: Hashable = None


class Inference:
    """Checks the bodies of functions for calls, once for each combination of argument types."""

    def __init__(
        self, plugin: Plugin, settings: SettingsInForce, bindings: Bindings, *, everywhere: bool
    ) -> None:
        """Take what answers for the dtypes inside of the bodies.

        Args:
            plugin: that.
            settings: JAX's settings, which a body has from its call.
            bindings: the names that modules bind to one value.
            everywhere: whether functions of other modules have bodies, too.
        """
        self.is_on = everywhere
        self.definitions = ByModule(Definitions.of)
        self.values = Values()
        self.functions = Functions(self.definitions, everywhere=everywhere)
        parts = Parts()
        self.dictionaries = Dictionaries(
            parts, lambda *at_top: self._sources.alone(*at_top), everywhere=everywhere
        )
        self._plugin = plugin
        self._settings = settings
        self._bodies = Bodies()
        self._assumptions = Assumptions()
        self.answers = Answers(self._assumptions, keeps_types=everywhere)
        self.visits = Visits()
        waiting = self._assumptions.waiting
        self.overridden = Overridden(
            self, self.functions, self.visits, waiting, everywhere=everywhere
        )
        self._reporter = findings.Reporter()
        self._written_calls = WrittenCalls()
        self._closures = Closures(self.values, self._bodies)
        # The command mypy, which exports no types, does not say what is known.
        is_asked = everywhere and plugin.options.export_types
        self.known_everywhere = KnownEverywhere(self._bodies, self.visits, is_asked=is_asked)
        self.containers = Containers(self._bodies, self.visits)
        self._looked_at = set[FuncDef]()
        self._sources = SourceTypes(plugin, settings, self._bodies, self, self._assumptions)
        values = FieldValues(self._sources, self._assumptions, parts)
        self.single_float = SingleFloat(parts)
        self.fields = Fields(
            values, self._assumptions, self, bindings, self.single_float, everywhere=everywhere
        )
        self.reassigned = Reassigned(values, self._assumptions, everywhere=everywhere)
        self.numbers = NumberFields(values, self._assumptions, everywhere=everywhere)
        self.assigned = Assigned(values, self._assumptions)
        self.conditions = Conditions()
        self.one_function = OneFunction(self.assigned, self.values)
        self.function_types = FunctionTypes(
            self.values, self.functions, self.one_function, self.dictionaries
        )
        self.shared = SharedVariables(everywhere=everywhere)
        self.floats = Floats(self.definitions)
        self.jvp_rules = JvpRules()
        self.cast_variables = CastVariables(parts)
        self.makings = Makings(values, self.dictionaries, everywhere=everywhere)
        given = GivenValues(self._sources)
        fixtures = FixtureTypes(given, self.functions, self._made_by)
        self._collected = Collected(given, fixtures, self.functions)
        self._argument_types = ArgumentTypes(self.function_types, self.fields, self.dictionaries)

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
        """Return what a function returns in a call; None if it is not known.

        Args:
            typ: the type of the function.
            given: what it is called with.
            caller: the checker that is at the call.
            context: the call.
            owner: what a method is called on.
        """
        found = self._returned(typ, given, caller, context, owner)
        # mypy keeps types of variables outside of bodies in its cache: none of single objects.
        return found if found is None or self.is_inside else without(found)

    def _returned(
        self,
        typ: Type,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
        owner: Type | None,
    ) -> Type | None:
        value, proper = self.values.of(typ), get_proper_type(typ)
        if value is None or not isinstance(proper, CallableType):
            return None
        if proper.is_bound and not value.is_bound:
            if owner is None and self.overridden.is_any_of_several(proper, context, caller):
                return None  # No object is known.
            given = [Argument(receiver(proper.definition, owner)), *given]
        match value:
            case OneOf(functions):
                return self._of_each(functions, given, caller, context)
            case Defined():
                return self._answer(value, given, caller, context)
            case OfObject(method, its_owner):
                return self.overridden.returned(method, given, caller, context, its_owner)
            case Bound(inner, first):
                return self.returned(inner, [*first, *given], caller, context)
            case Written():
                return self._written_calls.returned(value, given, caller, context)
            case Transformed(inner, trace, result):
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
        """What one of several functions returns; None if it is unknown for any of them."""
        found = [self.returned(each, given, caller, context) for each in functions]
        known = [each for each in found if each is not None]
        return results.joined(known) if len(known) == len(found) else None

    def constructed(
        self,
        info: TypeInfo,
        plain: Type,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
    ) -> Type | None:
        """Return the type of the object that a class makes in a call; None if nothing is known.

        Args:
            info: the class.
            plain: the type of all its objects.
            given: what it is called with.
            caller: the checker that is at the call.
            context: the call.
        """
        passed = [Argument(plain), *given]
        signature = constructor(info)
        if signature is None:
            written = written_constructor(info)
            if written is None:
                return None
            return self._made_now(written, passed, caller, context)
        return self.makings.by_arguments(info, signature, passed, caller)

    def _made_now(
        self, written: FuncItem, given: Sequence[Argument], caller: TypeChecker, context: Context
    ) -> Type | None:
        """The type of an object that a constructor makes; None if that is not known, or not yet.

        mypy comes back to a function when it knows more, and to the statements of a module never:
        there the rest is looked at all the same.
        """
        visit = self.visits.innermost
        was_ready = visit is not None and visit.is_ready
        found = self._answer(Defined(written), given, caller, context)
        if visit is None or visit.function is None or not is_of_module(visit.function):
            return found
        if was_ready and not visit.is_ready:
            visit.is_ready = True
            self._assumptions.waiting.for_types()
        return found

    def look_again(self, caller: TypeChecker) -> None:
        """Check the current function, or module, once more with the types of its objects.

        What a function without annotations returns is Any to mypy, lest it report mistakes that
        are not about dtypes. In a body that is checked here it reports nothing of its own, so an
        object may be known there, and with it the dtypes of its fields.

        Args:
            caller: the checker that is at the call of such a function.
        """
        function = caller.scope.top_level_function() or self.of_module(caller.tree)
        if self.visits or not isinstance(function, FuncDef) or function in self._looked_at:
            return
        if self._sources.is_apart:
            return  # What is found would not be reported, now or later.
        declared = typed(function, caller)
        if declared is None:
            return
        whole = _Call(Defined(function, {}), declared, caller, function, by=AS_A_WHOLE)
        if self._checked(whole) is not None:
            self._looked_at.add(function)

    def collect(self, caller: TypeChecker, line: int) -> None:
        """Check the tests up to a line for what pytest gives to their parameters.

        Of what a test does with values of unknown type mypy asks no plugin. So a test may have to
        wait for the next one.

        Args:
            caller: the checker that is at the line.
            line: where it is in its module.
        """
        if self.visits or not self.is_on:
            return
        for function in self._collected.due(caller.tree, line, caller.pass_num):
            calls = self._collected.calls(function, caller)
            found = [
                self._checked(_Call(Defined(function, {}), each, caller, function, by=BY_PYTEST))
                for each in calls
            ]
            if found and None not in found:
                self._looked_at.add(function)
                self._collected.settle(function)

    def _made_by(
        self, function: FuncDef, given: Sequence[Argument], caller: TypeChecker
    ) -> Type | None:
        """What a fixture makes for a test that mypy is at."""
        return self._answer(Defined(function, {}), given, caller, function)

    def of_module(self, module: MypyFile) -> FuncDef | None:
        """Return the body of a module as a function, if it has one."""
        return self.functions.of_module(module)

    def is_open(self, function: Expression, caller: TypeChecker) -> bool:
        """Whether the result of a function is inferred because no annotation states it."""
        typ = get_proper_type(self.function_types.of_operand(function, caller))
        is_undeclared = isinstance(typ, CallableType) and is_silent(typ.ret_type)
        return is_undeclared and self.values.of(typ) is not None

    def with_inputs(
        self, function: Expression, inputs: Sequence[Type], caller: TypeChecker
    ) -> Type | None:
        """Return what a function returns if JAX calls it with these positional arguments.

        None if that is not known, or it says itself what it returns.
        """
        typ = get_proper_type(self.function_types.of_operand(function, caller))
        if not isinstance(typ, CallableType) or typ.variables:
            return None
        found = self.returned(typ, by_position(inputs), caller, function)
        return found and results.refined(declared_result(typ), found)

    @contextmanager
    def aside(self, function: FuncItem | None) -> Iterator[None]:
        """Check bodies without reporting their findings or recording their types.

        What comes out is the same wherever that is asked: the bodies that are being checked there
        do not count as those that call this one.
        """
        apart = self.answers.aside(), self.visits.aside(Visit(function)), self.dictionaries.aside()
        with apart[0], apart[1], apart[2]:
            yield

    def returned_by(self, function: FuncItem) -> Iterator[Expression]:
        """Yield what follows ``return`` in a function that has a body, or what a lambda returns."""
        returned = self._bodies.read(function).returned
        yield from (each for each in returned if each is not None)

    def types_in(
        self, function: Expression, inputs: Sequence[Type], caller: TypeChecker
    ) -> Mapping[Expression, Type]:
        """Return the types in a body if JAX calls the function with these positional arguments.

        Those of expressions in functions that it calls are there, too, if all calls agree on them.
        """
        with self.answers.anew() as types, self.visits.inside(Visit(None)):
            self.with_inputs(function, inputs, caller)
        return {each: next(iter(found)) for each, found in types.items() if len(found) == 1}

    def _answer(
        self,
        value: Defined,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
    ) -> Type | None:
        """Check a function of the program for a call, and report what is found."""
        function = value.function
        if not self.visits and not self.is_on:
            self._forget()
        if self.functions.home(function, caller) is None:
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
        written = arguments.written(function.arguments, given)
        return self._checked(_Call(value, typ, caller, context, written))

    def _checked(self, call: _Call) -> Type | None:
        """Check a function for its parameter types, or return the remembered answer."""
        function, caller = call.value.function, call.caller
        module = self.functions.home(function, caller)
        semantics = self._settings.at(caller, call.context.line)
        if module is None or semantics is None or not self._bodies.read(function).is_supported:
            return None
        is_within = self._is_within(module)
        if is_within and not self._sources.are_stable(function, caller.modules):
            return None  # A variable of the module has several types in the look at that.
        self.shared.open(module, caller)
        call = call._replace(type=self._argument_types.without_changed(function, call.type, caller))
        key = (semantics, function, is_within, *self._identities(call))
        answer = self.answers.of(key)
        if answer is None and self._may_visit(function, module, caller):
            checker = checkers.new_checker(module, caller, self._plugin)
            with self._settings.called(function, semantics, checker):
                answer = self._visit(call, checker, key)
        if answer is None:
            return None
        self.known_everywhere.called(
            function, call.type.arg_types, answer.number, caller, call.context, call.by
        )
        self._pass_on(answer.findings, caller, call.context)
        self.containers.change(answer.changes, function, call.written, caller)
        return answer.result

    def _identities(self, call: _Call) -> Iterator[Hashable]:
        """The key of a call: the types of arguments and of captured variables."""
        around = self._closures.around(call.value, call.caller)
        yield from map(self._closures.identity, (*call.type.arg_types, *around))

    def _is_within(self, module: MypyFile) -> bool:
        """Whether the body of a module is being checked with the types of its variables."""
        whole = self.of_module(module)
        return whole is not None and self.visits.has(whole)

    def _forget(self) -> None:
        """Forget bodies: mypy's daemon replaces them inside the same definitions."""
        self._bodies.forget()
        self.answers.forget()

    def _may_visit(self, function: FuncItem, module: MypyFile, caller: TypeChecker) -> bool:
        """Whether a call is not recursive and within the limits of work."""
        if self.visits.has(function):
            return False
        return self.answers.limits.allow(function, module, self.visits.depth, caller)

    def _visit(self, call: _Call, checker: TypeChecker, key: Hashable) -> Answer | None:
        """Check a body, and remember the answer unless it may change when mypy knows more."""
        visit = Visit(call.value.function, call.caller, call.written)
        visit.number = self.known_everywhere.new()
        with self._assumptions.waiting.apart():
            outcome = self._check(visit, call, checker)
            if outcome is None:
                return None
            result, checked = outcome
            if not checked.is_ready or not visit.is_ready:
                self._ask_again(call)
                return None
            found = (*_findings(call, checked), *visit.findings)
            changes = tuple(dict.fromkeys(visit.changes))
            answer = Answer(result, found, changes, visit.number)
            self.answers.remember(key, answer)
        self.answers.note(checked.types)
        self.known_everywhere.checked(visit.number, call.value.function, checked.types)
        return answer

    def _check(
        self, visit: Visit, call: _Call, checker: TypeChecker
    ) -> tuple[Type, checkers.Checked] | None:
        """Check a body; return the result type, and the other results of the check.

        None if mypy fails there.
        """
        function, body = call.value.function, self._bodies.read(call.value.function)
        self.answers.limits.count(function)
        expected = call.type.copy_modified(ret_type=call.caller.named_type(BUILTIN_OBJECT))
        with (
            self.visits.inside(visit),
            checkers.attributes_kept(body),
            checkers.checked(
                function, body, expected, checker, call.caller, call.value.captured
            ) as checked,
        ):
            self.visits.leave()
            return None if checked is None else (self._result(call, checked), checked)

    def _result(self, call: _Call, checked: checkers.Checked) -> Type:
        """The type of what a body returns, or of the object that a constructor makes."""
        function, checker = call.value.function, checked.checker
        if is_constructor(function):
            return self.makings.by_body(call.type, checked.types, checker)
        found = _returned(function, self._bodies.read(function), checked)
        types = [
            self.function_types.of_returned(
                each, self.floats.type_of(checked.types[each], each, checker), checker
            )
            for each in found
        ]
        result = results.joined(types)
        if function.is_generator:
            return results.generator(result, checker)
        return self._closures.closed(result, checker)

    def _ask_again(self, call: _Call) -> None:
        """Have the calling function checked again when mypy knows more."""
        self.answers.limits.count(call.value.function, -1)
        if self.visits.innermost is not None:
            self.visits.innermost.is_ready = False
        checkers.ask_again(call.caller, call.value.function.name, call.context)

    def _pass_on(self, found: Iterable[Finding], caller: TypeChecker, context: Context) -> None:
        """Pass findings on to the calling body, or report them if there is none."""
        if self.visits.innermost is not None:
            self.visits.innermost.findings.extend(found)
        else:
            self._reporter.report(found, caller, context)


def _returned(function: FuncItem, body: Body, checked: checkers.Checked) -> Iterator[Expression]:
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


def _findings(call: _Call, checked: checkers.Checked) -> Iterator[Finding]:
    """The findings in a body, each with a note on the call."""
    caller = call.caller
    told = findings.call_of(
        call.value.function, call.type.arg_types, caller.path, call.context, caller.options
    )
    yield from findings.findings(checked.checker.path, checked.errors, told)
