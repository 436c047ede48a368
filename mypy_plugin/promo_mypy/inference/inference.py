"""What a function returns for arguments of given types, if its annotations do not say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, FuncDef, FuncItem, MypyFile, NameExpr, Var
from mypy.plugin import Plugin
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    TupleType,
    Type,
    TypeOfAny,
    TypeType,
    UnionType,
    get_proper_type,
)
from mypy.typevars import fill_typevars

from promo_mypy.fullnames import BUILTIN_FUNCTION, BUILTIN_OBJECT
from promo_mypy.inference import bodies, checkers, findings, parameters, results
from promo_mypy.inference.bodies import Body
from promo_mypy.inference.findings import Finding
from promo_mypy.inference.modules import Functions
from promo_mypy.inference.values import Bound, Defined, Transformed, Values
from promo_mypy.types.expressions import alone

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_ASSIGNMENT: Final = "assignment"
_DEPTH_LIMIT: Final = 12
"""How many functions may call one another before what they return stays unknown."""
_WORK_LIMIT: Final = 100
"""For how many choices of types a function is checked."""


class Answer(NamedTuple):
    """What a function returns for some types, and what the plugin finds in it then."""

    result: Type
    findings: tuple[Finding, ...] = ()


@dataclass(slots=True)
class _Visit:
    """A body that is being checked, and what is found in those that it calls."""

    function: FuncItem
    findings: list[Finding] = field(default_factory=list)
    is_ready: bool = True


class Inference:
    """Checks the bodies of functions for their calls: each once for each choice of types."""

    def __init__(self, plugin: Plugin, *, everywhere: bool) -> None:
        """Take what answers for the dtypes inside of the bodies.

        Args:
            plugin: that.
            everywhere: whether functions of other modules have bodies, too.
        """
        self.is_on = everywhere
        self.values = Values()
        self.functions = Functions(everywhere=everywhere)
        self.types: dict[Expression, dict[Type, None]] = {}
        self._plugin = plugin
        self._bodies: dict[FuncItem, Body] = {}
        self._answers: dict[Hashable, Answer] = {}
        self._choices = Counter[FuncItem]()
        self._visits: list[_Visit] = []
        self._reporter = findings.Reporter()

    def returned(
        self,
        typ: Type,
        given: Sequence[Type | None],
        caller: TypeChecker,
        context: Context,
        owner: Type | None = None,
    ) -> Type | None:
        """Return what a function returns; None if it is not known.

        Args:
            typ: the type of the function.
            given: the type of the argument for each parameter; None for one that is left out.
            caller: the checker that is at the call.
            context: the call.
            owner: what a method is called on.
        """
        value = self.values.of(typ)
        match value:
            case Defined():
                return self._answer(value, given, caller, context, owner)
            case Bound(inner, bound):
                rest = iter(given)
                places = range(len(inner.arg_types))
                every = [bound[each] if each in bound else next(rest, None) for each in places]
                return self.returned(inner, every, caller, context)
            case Transformed(inner, trace, result):
                inputs = [each and trace(each) for each in given]
                found = self.returned(inner, inputs, caller, context)
                returned = trace(inner.ret_type if found is None else found)
                return result([each or _UNKNOWN for each in inputs], returned)
        return None

    def is_open(self, function: Expression, caller: TypeChecker) -> bool:
        """Whether what a function returns can be inferred, and is not declared."""
        typ = get_proper_type(caller.lookup_type_or_none(function) or alone(function, caller))
        is_silent = isinstance(typ, CallableType) and parameters.is_silent(typ.ret_type)
        return is_silent and self.values.of(typ) is not None

    def with_inputs(
        self, function: Expression, inputs: Sequence[Type], caller: TypeChecker
    ) -> Type | None:
        """Return what a function that JAX calls returns for inputs that it gets by position.

        None if that is not known, or it says itself what it returns.
        """
        typ = get_proper_type(caller.lookup_type_or_none(function) or alone(function, caller))
        if not isinstance(typ, CallableType) or typ.variables:
            return None
        first, rest = typ.arg_kinds[: len(inputs)], typ.arg_kinds[len(inputs) :]
        if len(first) < len(inputs) or not all(kind.is_positional() for kind in first):
            return None
        if not all(kind.is_optional() or kind.is_star() for kind in rest):
            return None
        found = self.returned(typ, [*inputs, *[None] * len(rest)], caller, function)
        return found and results.narrowed(typ.ret_type, found)

    def _answer(
        self,
        value: Defined,
        given: Sequence[Type | None],
        caller: TypeChecker,
        context: Context,
        owner: Type | None,
    ) -> Type | None:
        """Check a function of the program, or remember what came out, and report what is found."""
        function = value.function
        if not self._visits and not self.is_on:
            self._forget()
        module = self.functions.home(function, caller)
        declared = _declared(function, caller) if module is not None else None
        if module is None or declared is None or not self._body(function).is_supported:
            return None
        if isinstance(function, FuncDef) and len(function.arguments) == len(given) + 1:
            given = [_receiver(function, owner), *given]
        if len(function.arguments) != len(given):
            return None
        types = parameters.types_for(function, declared, given, caller)
        if types is None:
            return None
        around = [self._identity(typ) for typ in self._around(value, caller)]
        key = (function, *map(self._identity, types), *around)
        answer = self._answers.get(key)
        if answer is None and self._may_visit(function):
            typ = declared.copy_modified(arg_types=types)
            answer = self._visit(value, typ, module, caller, context, key)
        if answer is None:
            return None
        self._pass_on(answer.findings, caller, context)
        return answer.result

    def _forget(self) -> None:
        """Drop what is known of bodies: mypy's daemon puts new ones into the same definitions."""
        self._bodies.clear()
        self._answers.clear()
        self._choices.clear()

    def _body(self, function: FuncItem) -> Body:
        if function not in self._bodies:
            self._bodies[function] = bodies.read(function)
        return self._bodies[function]

    def _may_visit(self, function: FuncItem) -> bool:
        """Whether there is no recursion, and not too much work."""
        if any(visit.function is function for visit in self._visits):
            return False
        return self._choices[function] < _WORK_LIMIT and len(self._visits) < _DEPTH_LIMIT

    def _visit(
        self,
        value: Defined,
        typ: CallableType,
        module: MypyFile,
        caller: TypeChecker,
        context: Context,
        key: Hashable,
    ) -> Answer | None:
        """Check a body, and remember what came out unless mypy has to know more for that."""
        function, body = value.function, self._body(value.function)
        self._choices[function] += 1
        expected = typ.copy_modified(ret_type=caller.named_type(BUILTIN_OBJECT))
        self._visits.append(_Visit(function))
        with checkers.checked(
            function, body, expected, module, caller, self._plugin, value.captured
        ) as checked:
            visit = self._visits.pop()
            result: Type = _UNKNOWN
            if checked is not None:
                result = self._closed(_result(body, checked), checked.checker)
        if checked is None:
            return None
        if not checked.is_ready or not visit.is_ready:
            self._choices[function] -= 1
            for outer in self._visits[-1:]:
                outer.is_ready = False
            checkers.ask_again(caller, function.name, context)
            return None
        call = findings.call_of(function, typ.arg_types, caller.path, context, caller.options)
        found = (*findings.findings(module.path, checked.errors, call), *visit.findings)
        answer = Answer(result, tuple(found))
        self._answers[key] = answer
        if self.is_on:
            for expression, each in checked.types.items():
                self.types.setdefault(expression, {})[each] = None
        return answer

    def _pass_on(self, found: Iterable[Finding], caller: TypeChecker, context: Context) -> None:
        """Hand findings to the body that calls the function, or to mypy where there is none."""
        if self._visits:
            self._visits[-1].findings.extend(found)
        else:
            self._reporter.report(found, caller, context)

    def _captured(self, function: FuncItem) -> Sequence[NameExpr]:
        """The names of variables of functions around; of a function without a body there are none.

        Such is a function of a module that mypy has from its cache.
        """
        return self._body(function).captured if hasattr(function, "arguments") else ()

    def _around(self, value: Defined, caller: TypeChecker) -> Iterator[Type | None]:
        """The types of the variables that a function takes from those around it."""
        for name in self._captured(value.function):
            variable = name.node
            if isinstance(variable, Var):
                if value.captured is not None:
                    yield value.captured.get(variable)
                else:
                    known = caller.binder.get(name)
                    yield variable.type if known is None else known

    def _closed(self, result: Type, caller: TypeChecker) -> Type:
        """Let a function that is returned keep the types of the variables around it."""
        proper = get_proper_type(result)
        if isinstance(proper, TupleType):
            return proper.copy_modified(items=[self._closed(each, caller) for each in proper.items])
        value = self.values.of(proper)
        if not isinstance(proper, CallableType) or not isinstance(value, Defined):
            return result
        names = self._captured(value.function) if value.captured is None else ()
        if not names:
            return result
        types = zip((name.node for name in names), self._around(value, caller), strict=True)
        captured = {each: typ or _UNKNOWN for each, typ in types if isinstance(each, Var)}
        return self.values.typed(proper, Defined(value.function, captured))

    def _identity(self, typ: Type | None) -> Hashable:
        """What tells types apart: mypy takes two functions of one signature for the same type."""
        proper = get_proper_type(typ) if typ is not None else None
        if isinstance(proper, TupleType | UnionType):
            return (type(proper), *map(self._identity, proper.items))
        if isinstance(proper, Instance) and proper.args:
            return (proper.type, *map(self._identity, proper.args))
        if isinstance(proper, CallableType):
            value = self.values.of(proper)
            if isinstance(value, Defined) and value.captured is None:
                captured = (name.node for name in self._captured(value.function))
                around = [each.type for each in captured if isinstance(each, Var)]
                return (proper, proper.definition, *map(self._identity, around))
            return (proper, proper.definition)
        return proper


def _receiver(method: FuncDef, owner: Type | None) -> Type:
    """What a method gets as its first argument."""
    proper = get_proper_type(owner) if owner is not None else None
    receiver = proper if isinstance(proper, Instance) else fill_typevars(method.info)
    return TypeType.make_normalized(receiver) if method.is_class else receiver


def _declared(function: FuncItem, checker: TypeChecker) -> CallableType | None:
    """The type of a function as it is written; None for one with type variables."""
    declared = get_proper_type(function.type)
    if declared is None:
        unannotated = AnyType(TypeOfAny.unannotated)
        types = [unannotated] * len(function.arguments)
        fallback = checker.named_type(BUILTIN_FUNCTION)
        return CallableType(types, function.arg_kinds, function.arg_names, unannotated, fallback)
    return declared if isinstance(declared, CallableType) and not declared.variables else None


def _result(body: Body, checked: checkers.Checked) -> Type:
    """What a body returns; Any if it may reach its end, or mypy held a variable to another type."""
    errors = (error.code.code for error in checked.errors if error.code is not None)
    if _ASSIGNMENT in errors or not body.ends or None in body.returned:
        return _UNKNOWN
    returned = (each for each in body.returned if each is not None)
    types = [checked.types[each] for each in returned if each in checked.types]
    return results.joined(types)
