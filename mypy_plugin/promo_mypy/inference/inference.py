"""What a function returns for arguments of given types, if its annotations do not say it."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Hashable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    Context,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MypyFile,
    RefExpr,
    SymbolNode,
    TupleExpr,
    TypeInfo,
)
from mypy.plugin import Plugin
from mypy.typeops import bind_self
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    TupleType,
    Type,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy.fullnames import BUILTIN_FUNCTION, BUILTIN_OBJECT
from promo_mypy.inference import arguments, checkers, findings, parameters, results
from promo_mypy.inference.arguments import Argument, bound, by_position
from promo_mypy.inference.assigned import Assigned
from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.inference.bodies import Bodies, Body, is_constructor, is_of_module
from promo_mypy.inference.closures import Closures
from promo_mypy.inference.connected import Parts
from promo_mypy.inference.constructions import constructor, written_constructor
from promo_mypy.inference.dictionaries import Dictionaries
from promo_mypy.inference.field_values import FieldValues
from promo_mypy.inference.fields import Fields, field_names
from promo_mypy.inference.findings import Finding
from promo_mypy.inference.limits import Limits
from promo_mypy.inference.makings import Makings
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.number_fields import NumberFields
from promo_mypy.inference.one_function import OneFunction
from promo_mypy.inference.reassigned import Reassigned
from promo_mypy.inference.shared_variables import SharedVariables
from promo_mypy.inference.signatures import call_method, declared_type, receiver
from promo_mypy.inference.single_float import SingleFloat
from promo_mypy.inference.source_types import SourceTypes, typed
from promo_mypy.inference.values import Bound, Defined, OneOf, Transformed, Values, Written
from promo_mypy.inference.visits import Visit, Visits
from promo_mypy.inference.written_calls import WrittenCalls
from promo_mypy.settings_in_force import SettingsInForce
from promo_mypy.types.expressions import alone
from promo_mypy.types.made import without
from promo_typing.core.program_files import is_program_file
from promo_typing.rules import FUNCTIONS

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_ASSIGNMENT: Final = "assignment"
_NOTHING: Final[Mapping[SymbolNode, Expression]] = {}


class Answer(NamedTuple):
    """What a function returns for some types, and what the plugin finds in it then."""

    result: Type
    findings: tuple[Finding, ...] = ()


class Inference:
    """Checks the bodies of functions for their calls: each once for each choice of types."""

    def __init__(self, plugin: Plugin, settings: SettingsInForce, *, everywhere: bool) -> None:
        """Take what answers for the dtypes inside of the bodies.

        Args:
            plugin: that.
            settings: JAX's settings, which a body has from its call.
            everywhere: whether functions of other modules have bodies, too.
        """
        self.is_on = everywhere
        self._keeps_types = everywhere
        self.values = Values()
        self.functions = Functions(everywhere=everywhere)
        self.limits = Limits()
        parts = Parts()
        self.dictionaries = Dictionaries(parts, everywhere=everywhere)
        self.types: dict[Expression, dict[Type, None]] = {}
        self._plugin = plugin
        self._settings = settings
        self._bodies = Bodies()
        self._answers: MutableMapping[Hashable, Answer] = {}
        self.visits = Visits()
        self._reporter = findings.Reporter()
        self._written_calls = WrittenCalls()
        self._closures = Closures(self.values, self._bodies)
        self._assumptions = Assumptions()
        self._looked_at = set[FuncDef]()
        self._sources = SourceTypes(plugin, settings, self._bodies, self, self._assumptions)
        values = FieldValues(self._sources, self._assumptions, parts)
        self.fields = Fields(values, self._assumptions, self, everywhere=everywhere)
        self.reassigned = Reassigned(values, self._assumptions, everywhere=everywhere)
        self.numbers = NumberFields(values, self._assumptions, everywhere=everywhere)
        self.assigned = Assigned(values)
        self.one_function = OneFunction(self.assigned, self.values)
        self.shared = SharedVariables(everywhere=everywhere)
        self.single_float = SingleFloat(parts)
        self.makings = Makings(values, everywhere=everywhere)

    @property
    def is_inside(self) -> bool:
        """Whether a body is being checked, of which mypy reports nothing."""
        return bool(self.visits)

    def is_object(self, typ: Type, caller: TypeChecker) -> bool:
        """Whether it is an object of a class of the program."""
        proper = get_proper_type(typ)
        instance = proper.partial_fallback if isinstance(proper, TupleType) else proper
        if not isinstance(instance, Instance):
            return False
        module = caller.modules.get(instance.type.module_name)
        return module is not None and is_program_file(module.path)

    def returned(
        self,
        typ: Type,
        given: Sequence[Argument],
        caller: TypeChecker,
        context: Context,
        owner: Type | None = None,
    ) -> Type | None:
        """Return what a function returns; None if it is not known.

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
            given = [Argument(receiver(proper.definition, owner)), *given]
        match value:
            case OneOf(functions):
                return self._of_each(functions, given, caller, context)
            case Defined():
                return self._answer(value, given, caller, context)
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
        """What one of several functions returns; None if that of one of them is not known."""
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
        """Return the type of an object that a class is called for; None if nothing is known of it.

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
            self._assumptions.is_waiting = True
        return found

    def look_again(self, caller: TypeChecker) -> None:
        """Check the function, or the module, that mypy is at with what mypy is not told: objects.

        What a function without annotations returns is Any to mypy, lest it report mistakes that
        are not about dtypes. In a body that is checked here it reports nothing of its own, so an
        object may be known there, and with it the dtypes of its fields.

        Args:
            caller: the checker that is at the call of such a function.
        """
        function = caller.scope.top_level_function() or self.of_module(caller.tree)
        if self.visits or not isinstance(function, FuncDef) or function in self._looked_at:
            return
        declared, value = typed(function, caller), Defined(function, {})
        if declared and self._checked(value, declared, caller, function) is not None:
            self._looked_at.add(function)

    def of_module(self, module: MypyFile) -> FuncDef | None:
        """Return a function that does what a module does when it is imported, if there is one."""
        return self.functions.of_module(module)

    def given_type(self, argument: Expression, typ: Type | None, caller: TypeChecker) -> Type:
        """Return the type of an argument, which says which function that is, if it is one.

        Of a function of JAX mypy keeps the signature alone, which says less than its rule. So a
        parameter without an annotation gets the function itself, as of a lambda.
        """
        if isinstance(argument, RefExpr) and argument.fullname in FUNCTIONS:
            return self.values.of_jax(argument, caller.named_type(BUILTIN_FUNCTION))
        return self.function_type(argument, typ, caller)

    def function_type(self, function: Expression, typ: Type | None, caller: TypeChecker) -> Type:
        """Return the type of an expression, which says which lambda that is, if it is one.

        Args:
            function: the expression.
            typ: its type, if that is known.
            caller: what checks it.
        """
        known = typ or caller.lookup_type_or_none(function) or alone(function, caller)
        known = self.one_function.of(function, known, caller)
        proper = get_proper_type(known)
        if not isinstance(proper, CallableType) or proper.definition is not None:
            return known
        found = self.functions.lambda_of(function, caller)
        if found is None:
            return known
        if parameters.is_silent(proper.ret_type):
            proper = proper.copy_modified(ret_type=_UNKNOWN)
        return self.values.of_lambda(found, proper)

    def called_type(self, function: Expression, typ: Type | None, caller: TypeChecker) -> Type:
        """Return the type of what is called: of an object, that of its ``__call__``."""
        known = self.function_type(function, typ, caller)
        method = call_method(known, caller) if self.is_object(known, caller) else None
        definition = method.definition if method is not None else None
        if not isinstance(definition, FuncDef) or self.functions.is_replaced(definition):
            return known
        return bind_self(method, known) if method is not None else known

    def _type_of(self, returned: Expression, typ: Type, checker: TypeChecker) -> Type:
        """The type of what a body returns, with that of each key of a dictionary."""
        known = get_proper_type(typ)
        if not isinstance(returned, TupleExpr) or not isinstance(known, TupleType):
            typed = self.dictionaries.typed(returned, checker)
            return typed or self.function_type(returned, typ, checker)
        if len(returned.items) != len(known.items):
            return known
        pairs = zip(returned.items, known.items, strict=True)
        return known.copy_modified(items=[self._type_of(*pair, checker) for pair in pairs])

    def is_open(self, function: Expression, caller: TypeChecker) -> bool:
        """Whether what a function returns can be inferred, and is not declared."""
        typ = get_proper_type(self._itself(function, caller))
        is_silent = isinstance(typ, CallableType) and parameters.is_silent(typ.ret_type)
        return is_silent and self.values.of(typ) is not None

    def with_inputs(
        self, function: Expression, inputs: Sequence[Type], caller: TypeChecker
    ) -> Type | None:
        """Return what a function that JAX calls returns for inputs that it gets by position.

        None if that is not known, or it says itself what it returns.
        """
        typ = get_proper_type(self._itself(function, caller))
        if not isinstance(typ, CallableType) or typ.variables:
            return None
        found = self.returned(typ, by_position(inputs), caller, function)
        return found and results.narrowed(typ.ret_type, found)

    @contextmanager
    def aside(self, function: FuncItem) -> Iterator[None]:
        """Check a body without a trace: nothing of it is reported, or shown as its types.

        What functions return is forgotten, too, if it depends on what is assumed of a field. What
        comes out is the same wherever that is asked: the bodies that are being checked there do
        not count as those that call this one.
        """
        kept, answers, asked = (self.limits, self.types), self._answers, self._assumptions.asked
        self.limits, self.types, self._answers = Limits(), {}, ChainMap({}, answers)
        try:
            with self.visits.aside(Visit(function)), self.dictionaries.aside():
                yield
        finally:
            if self._assumptions.asked == asked and not self.assigned.is_looking:
                answers.update(self._answers.maps[0])
            (self.limits, self.types), self._answers = kept, answers

    def returned_by(self, function: FuncItem) -> Iterator[Expression]:
        """Yield what follows ``return`` in a function that has a body, or what a lambda returns."""
        returned = self._bodies.read(function).returned
        yield from (each for each in returned if each is not None)

    def types_in(
        self, function: Expression, inputs: Sequence[Type], caller: TypeChecker
    ) -> Mapping[Expression, Type]:
        """Return the types in the body of a function that JAX calls with inputs by position.

        Those of expressions in functions that it calls are there, too, if all calls agree on them.
        """
        kept = self.limits, self.types, self._answers, self._keeps_types
        self.limits, self.types, self._answers, self._keeps_types = Limits(), {}, {}, True
        try:
            with self.visits.inside(Visit(None)):
                self.with_inputs(function, inputs, caller)
            found = self.types.items()
            return {each: next(iter(types)) for each, types in found if len(types) == 1}
        finally:
            self.limits, self.types, self._answers, self._keeps_types = kept

    def _itself(self, function: Expression, caller: TypeChecker) -> Type:
        """The type of a function that JAX calls, whatever it counts as in that call."""
        counts_as = caller.expr_checker.type_overrides.pop(function, None)
        known = None if isinstance(function, LambdaExpr) else alone(function, caller)
        typ = self.called_type(function, known, caller)
        if counts_as is not None:
            caller.expr_checker.type_overrides[function] = counts_as
        return typ

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
            types = [self._with_items(each, caller) for each in types]
        types = self._with_defaults(function, types, caller)
        typ = parameters.type_for(function, declared, types, caller)
        if typ is None:
            return None
        written = arguments.written(function.arguments, given)
        return self._checked(value, typ, caller, context, written)

    def _checked(
        self,
        value: Defined,
        typ: CallableType,
        caller: TypeChecker,
        context: Context,
        written: Mapping[SymbolNode, Expression] = _NOTHING,
    ) -> Type | None:
        """Check a function for the types of its parameters, or remember what came out then."""
        function, semantics = value.function, self._settings.at(caller, context.line)
        module = self.functions.home(function, caller)
        if module is None or semantics is None or not self._bodies.read(function).is_supported:
            return None
        is_within = self._is_within(module)
        if is_within and not self._sources.are_stable(function, caller.modules):
            return None  # A variable of the module has several types in the look at that.
        self.shared.open(module, caller)
        typ = self._without_changed(function, typ, caller)
        around = [self._closures.identity(each) for each in self._closures.around(value, caller)]
        given = map(self._closures.identity, typ.arg_types)
        key = (semantics, function, is_within, *given, *around)
        answer = self._answers.get(key)
        if answer is None and self._may_visit(function, module, caller):
            checker = checkers.new_checker(module, caller, self._plugin)
            with self._settings.called(function, semantics, checker):
                visit = Visit(function, caller, written)
                answer = self._visit(visit, value, typ, checker, caller, context, key)
        if answer is None:
            return None
        self._pass_on(answer.findings, caller, context)
        return answer.result

    def _is_within(self, module: MypyFile) -> bool:
        """Whether it is being looked at what a module does, with the types of its variables."""
        whole = self.of_module(module)
        return whole is not None and self.visits.has(whole)

    def _with_items(self, typ: Type | None, caller: TypeChecker) -> Type | None:
        """The type of an argument; of a named tuple with what is known of its fields.

        mypy asks no plugin about ``w, b = params``.
        """
        proper = None if typ is None else get_proper_type(typ)
        if not isinstance(proper, TupleType) or not self.is_object(proper, caller):
            return typ
        info = proper.partial_fallback.type
        known = (self.fields.of(info, name, caller) for name in field_names(info))
        pairs = zip(proper.items, known, strict=False)
        items = [each if not parameters.is_silent(each) else found or each for each, found in pairs]
        return proper.copy_modified(items=items) if len(items) == len(proper.items) else typ

    def _with_defaults(
        self, function: FuncItem, types: Sequence[Type | None], caller: TypeChecker
    ) -> list[Type | None]:
        """The types of the arguments, and of defaults that are functions of JAX."""
        defaults = [argument.initializer for argument in function.arguments]
        return [
            self.given_type(default, None, caller)
            if typ is None and isinstance(default, RefExpr) and default.fullname in FUNCTIONS
            else typ
            for typ, default in zip(types, defaults, strict=True)
        ]

    def _without_changed(
        self, function: FuncItem, typ: CallableType, caller: TypeChecker
    ) -> CallableType:
        """The type of a function that knows no entries of dictionaries which are changed."""
        pairs = zip(function.arguments, typ.arg_types, strict=True)
        types = [
            each
            if argument.kind.is_star()
            else self.dictionaries.unchanged(argument.variable.name, each, caller)
            for argument, each in pairs
        ]
        return typ.copy_modified(arg_types=types)

    def _forget(self) -> None:
        """Drop what is known of bodies: mypy's daemon puts new ones into the same definitions."""
        self._bodies.forget()
        self._answers.clear()
        self.limits.forget()

    def _may_visit(self, function: FuncItem, module: MypyFile, caller: TypeChecker) -> bool:
        """Whether there is no recursion, and not too much work."""
        if self.visits.has(function):
            return False
        return self.limits.allow(function, module, self.visits.depth, caller)

    def _visit(
        self,
        visit: Visit,
        value: Defined,
        typ: CallableType,
        checker: TypeChecker,
        caller: TypeChecker,
        context: Context,
        key: Hashable,
    ) -> Answer | None:
        """Check a body, and remember what came out unless mypy has to know more for that."""
        function, body = value.function, self._bodies.read(value.function)
        self.limits.count(function)
        was_waiting, self._assumptions.is_waiting = self._assumptions.is_waiting, False
        expected = typ.copy_modified(ret_type=caller.named_type(BUILTIN_OBJECT))
        captured = value.captured
        with (
            self.visits.inside(visit),
            checkers.attributes_kept(body),
            checkers.checked(function, body, expected, checker, caller, captured) as checked,
        ):
            self.visits.leave()
            result: Type = _UNKNOWN
            if checked is not None:
                types = [
                    self._type_of(each, checked.types[each], checked.checker)
                    for each in _returned(function, body, checked)
                ]
                result = self._closures.closed(results.joined(types), checked.checker)
                if is_constructor(function):
                    result = self.makings.by_body(typ, checked.types, checked.checker)
        if checked is None:
            return None
        if not checked.is_ready or not visit.is_ready:
            self.limits.count(function, -1)
            if self.visits.innermost is not None:
                self.visits.innermost.is_ready = False
            checkers.ask_again(caller, function.name, context)
            return None
        call = findings.call_of(function, typ.arg_types, caller.path, context, caller.options)
        found = (*findings.findings(checker.path, checked.errors, call), *visit.findings)
        answer = Answer(result, tuple(found))
        if not self._assumptions.is_waiting:
            self._answers[key] = answer
        self._assumptions.is_waiting |= was_waiting
        if self._keeps_types:
            for expression, each in checked.types.items():
                self.types.setdefault(expression, {})[each] = None
        return answer

    def _pass_on(self, found: Iterable[Finding], caller: TypeChecker, context: Context) -> None:
        """Hand findings to the body that calls the function, or to mypy where there is none."""
        if self.visits.innermost is not None:
            self.visits.innermost.findings.extend(found)
        else:
            self._reporter.report(found, caller, context)


def _returned(function: FuncItem, body: Body, checked: checkers.Checked) -> Iterator[Expression]:
    """What a body returns; nothing if it may reach its end, or mypy held a variable to its type."""
    # Before mypy 2, a default that is not of the argument's type is reported with the body.
    defaults = {
        (default.line, default.column)
        for default in (argument.initializer for argument in function.arguments)
        if default is not None
    }
    is_held = any(
        error.code is not None
        and error.code.code == _ASSIGNMENT
        and (error.line, error.column) not in defaults
        for error in checked.errors
    )
    if not is_held and body.ends and None not in body.returned:
        yield from (each for each in body.returned if each is not None and each in checked.types)
