"""The types of parameters, from all calls of a function in the program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from mypy import nodes
from mypy.checker import TypeChecker
from mypy.nodes import AssignmentExpr, FuncDef, MemberExpr, NameExpr, SuperExpr, SymbolNode
from mypy.server.subexpr import get_subexpressions
from mypy.types import AnyType, CallableType, Type, TypeOfAny, TypeType, get_proper_type

from promo_mypy.inference.arguments import Argument, bound, unpacked
from promo_mypy.inference.changes import assigned_by
from promo_mypy.inference.constructions import (
    Constructions,
    KeywordsOf,
    UnseenError,
    argument,
    written_constructor,
)
from promo_mypy.inference.families import family
from promo_mypy.inference.mentions import Called, Mentions
from promo_mypy.inference.neighbours import Neighbours
from promo_mypy.inference.parameters import says_less_than_calls, type_for
from promo_mypy.inference.places import Place, Written
from promo_mypy.inference.source_types import typed
from promo_mypy.statements import statements
from promo_mypy.types.shapes import the_same
from promo_mypy.types.silence import is_silent

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_MOST_CALLS: Final = 32
_CONSTRUCTOR: Final = "__init__"

TypeOf: TypeAlias = Callable[[Written], Type | None]


class Callers:
    """Finds all calls of functions that are called only within the program."""

    def __init__(
        self,
        mentions: Mentions,
        neighbours: Neighbours,
        declared: TypeOf,
        is_analysed: Callable[[Place], bool],
        keywords: KeywordsOf,
    ) -> None:
        """Use what is known about the program.

        Args:
            mentions: the uses of names in the program.
            neighbours: the files of the project that are not checked.
            declared: tells the type of an expression if parameters have their declared types.
            is_analysed: tells whether mypy knows the names at a place; records it if not.
            keywords: tells the values in a dictionary that a call unpacks.
        """
        self._mentions = mentions
        self._neighbours = neighbours
        self._declared = declared
        self._is_analysed = is_analysed
        self._keywords = keywords

    def typed(self, place: Place, type_of: TypeOf, caller: TypeChecker) -> CallableType | None:
        """Return the type of a function with the parameter types on which all calls agree.

        The result is None if the calls tell no more than the declaration, or some are not seen.

        Args:
            place: a place in the function.
            type_of: tells the types of the arguments.
            caller: the checker that asks.
        """
        function = place.function
        declared = typed(function, caller) if function is not None else None
        if function is None or declared is None or not any(map(is_silent, declared.arg_types)):
            return None
        calls = list(self._calls(function, place, caller))
        if not calls or len(calls) > _MOST_CALLS:
            return None
        if not all(self._is_analysed(each.place) for each in calls):
            return None  # The other calls are not looked at until all are known.
        given = [self._given(function, each, type_of, caller) for each in calls]
        known = [each for each in given if each is not None]
        if len(known) < len(given):
            return None
        columns = zip(function.arguments, declared.arg_types, *known, strict=True)
        types = [
            _agreed(written, [each or self._default(argument, place, type_of) for each in column])
            if any(column)
            else None
            for argument, written, *column in columns
        ]
        return type_for(function, declared, types, caller)

    def given(self, written: Written, caller: TypeChecker) -> list[Written] | None:
        """Return the arguments of all calls for a value that is a parameter of a constructor.

        The result is None if the value is not such a parameter, or not all calls are seen.
        """
        function, parameter = written.place.function, _parameter(written)
        if function is None or parameter is None:
            return None
        name, default = parameter.variable.name, parameter.initializer
        calls = list(self._constructions(function, written.place, caller))
        kinds, names = function.arg_kinds, function.arg_names
        found = list[Written]()
        for each in calls:
            try:
                here = list(argument(each, kinds, names, name, self._keywords))
            except UnseenError:
                return None
            if not here and default is None:
                return None
            place = Place(written.place.module)
            found += here if here or default is None else [Written(default, place)]
        return found or None

    def default(self, written: Written) -> Written | None:
        """Return the default of a value that is a parameter of a constructor; else None."""
        parameter = _parameter(written)
        default = parameter.initializer if parameter is not None else None
        return None if default is None else Written(default, Place(written.place.module))

    def _default(self, argument: nodes.Argument, place: Place, type_of: TypeOf) -> Type:
        """The type of a parameter that a call leaves out."""
        default = argument.initializer
        return (default and type_of(Written(default, Place(place.module)))) or _UNKNOWN

    def _calls(self, function: FuncDef, place: Place, caller: TypeChecker) -> Iterator[Called]:
        """All calls of a function; none if some calls may not be seen."""
        if function.info and function.name == _CONSTRUCTOR:
            yield from self._constructions(function, place, caller)
        elif function in self._mentions.decorated or self._mentions.is_open:
            return
        elif function.info and not function.name.startswith("__"):
            yield from self._method_calls(function, place, caller)
        elif not function.info and self._is_seen(function, place):
            yield from self._mentions.calls_of(function.fullname)

    def _method_calls(
        self, function: FuncDef, place: Place, caller: TypeChecker
    ) -> Iterator[Called]:
        """The calls by a method's name, by ``super()`` or on an object that may have the method."""
        mentions = self._mentions
        found = family(function.info, mentions, caller.modules)
        if found is None or mentions.escape([*found.classes, function.fullname]):
            return
        if self._neighbours.mention(place.module.path, found.words):
            return
        constructions = Constructions(function.info, found, mentions, self._declared)
        for each in mentions.calls_of(function.fullname):
            match each.call.callee:
                case MemberExpr(expr=owner) if constructions.is_one(owner, each.place):
                    yield each
                case SuperExpr():
                    yield each

    def _is_seen(self, function: FuncDef, place: Place) -> bool:
        """Whether all uses of a function are calls that are seen."""
        if self._mentions.escape([function.fullname]):
            return False
        return not self._neighbours.mention(place.module.path, [function.name])

    def _constructions(
        self, function: FuncDef, place: Place, caller: TypeChecker
    ) -> Iterator[Called]:
        mentions = self._mentions
        if function in mentions.decorated or mentions.is_open:
            return
        found = family(function.info, mentions, caller.modules)
        if found is None or mentions.escape(found.classes):
            return
        if self._neighbours.mention(place.module.path, found.words):
            return
        for name in sorted(found.classes):
            infos = [each.definition.info for each in mentions.definitions(name)]
            if any(not info or written_constructor(info) is function for info in infos):
                yield from mentions.calls_of(name)
        for name in sorted(found.relatives):
            yield from mentions.made_within(name)
        yield from mentions.inits_of(function.info.fullname)

    def _given(
        self, function: FuncDef, called: Called, type_of: TypeOf, caller: TypeChecker
    ) -> Sequence[Type | None] | None:
        """The type that each parameter gets in a call; None if the arguments do not fit."""
        call, place = called
        if self._may_give_receiver(function, called):
            return None
        is_bound = bool(function.info) and not function.is_static
        given = [Argument(_UNKNOWN)] if is_bound else []
        for value, kind, name in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
            typ = type_of(Written(value, place)) or _UNKNOWN
            given.extend(unpacked(Argument(typ, kind, name)))
        return bound(function.arg_kinds, function.arg_names, given, caller)

    def _may_give_receiver(self, function: FuncDef, called: Called) -> bool:
        """Whether ``self`` may be passed as an argument: ``Base.__init__(self, ...)``."""
        (call, place), is_bound = called, function.is_static or function.is_class
        if is_bound or not isinstance(call.callee, MemberExpr) or not function.info:
            return False
        if call.callee.name != function.name:
            return False  # ``module.Params(...)`` makes an object.
        owner = call.callee.expr
        if self._mentions.is_class(self._mentions.names.of(owner, place.module)):
            return True
        typ = get_proper_type(self._declared(Written(owner, place)))
        return typ is None or isinstance(typ, CallableType | TypeType)


def _parameter(written: Written) -> nodes.Argument | None:
    """The constructor's parameter that a value is, if its annotation leaves the dtype open."""
    function, value = written.place.function, written.expression
    if function is None or not function.info or function.name != _CONSTRUCTOR:
        return None
    if not isinstance(value, NameExpr) or written.item is not None or written.place.in_lambda:
        return None
    for argument_, typ in zip(function.arguments[1:], _declared(function)[1:], strict=True):
        is_open = says_less_than_calls(typ) and not argument_.kind.is_star()
        if argument_.variable is value.node and is_open:
            return None if value.node in _assigned_in(function) else argument_
    return None


def _declared(function: FuncDef) -> Sequence[Type]:
    declared = get_proper_type(function.type)
    if isinstance(declared, CallableType):
        return declared.arg_types
    return [_UNKNOWN] * len(function.arguments)


def _assigned_in(function: FuncDef) -> set[SymbolNode | None]:
    """The variables that a function assigns."""
    targets = [
        target
        for statement, _ in statements(function.body.body)
        for target in assigned_by(statement)
    ]
    walrus = (e.target for e in get_subexpressions(function) if isinstance(e, AssignmentExpr))
    found = (each for target in (*targets, *walrus) for each in get_subexpressions(target))
    return {each.node for each in found if isinstance(each, NameExpr)}


def _agreed(written: Type, given: Sequence[Type]) -> Type:
    """The type on which all calls agree for a parameter; otherwise the annotated one."""
    return the_same(given) or written
