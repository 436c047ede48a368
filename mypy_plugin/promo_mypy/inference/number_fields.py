"""Fields that are declared as Python numbers but get other values, such as arrays.

Programs give an array to a counter that is declared as ``int``, and an int to a ``float``. So the
values that are seen count. For values that are not seen, the annotation counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    Expression,
    MypyFile,
    NameExpr,
    SymbolNode,
    TempNode,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, Type, get_proper_type

from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import BUILTIN_BOOL
from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.inference.constructions import (
    KeywordsOf,
    UnseenError,
    argument,
    constructor,
    default_values,
)
from promo_mypy.inference.dictionaries import Assignments, Value
from promo_mypy.inference.field_values import FieldValues
from promo_mypy.inference.mentions import Called, Class, Mentions
from promo_mypy.inference.owners import may_set
from promo_mypy.inference.places import Place, Written
from promo_mypy.inference.program_classes import is_of_program
from promo_mypy.inference.source_types import typed
from promo_mypy.inference.waiting import Standing
from promo_mypy.inference.written_kinds import Array, Kind, WrittenKinds, kind_of
from promo_mypy.types.python_numbers import are_numbers, kinds
from promo_typing.core.module_names import closed

_TRIES: Final = 12
"""How often a field is inferred again because mypy does not know all its values yet."""
_MOST_VALUES: Final = 64
_MOST_ROUNDS: Final = 8
"""How often fields that depend on one another are inferred again after a wrong assumption."""

_Key: TypeAlias = tuple[str, str]
"""The full name of a class, and the name of a field."""


class NumberFields:
    """Finds fields that get other values than the number they are declared as."""

    def __init__(self, values: FieldValues, assumptions: Assumptions, *, everywhere: bool) -> None:
        """Start without a class; without ``everywhere`` all fields count as they are declared.

        Args:
            values: the values that the program gives to attributes.
            assumptions: records results that rest on a field's declaration.
            everywhere: whether mypy has the function bodies of all modules.
        """
        self._everywhere = everywhere
        self._values = values
        self._assumptions = assumptions
        self._assignments = ByModule(Assignments)
        self._known = Standing[Kind](assumptions.waiting)
        self._in_look: dict[_Key, Kind] = {}
        self._taken_for: dict[_Key, Kind] = {}
        self._answered: dict[_Key, Kind] = {}
        self._tries: dict[_Key, int] = defaultdict(int)

    def of(self, info: TypeInfo, name: str, caller: TypeChecker) -> Kind:
        """Return the kinds of values that a field gets; None if its declaration holds."""
        variable = _number(info, name)
        if (
            not self._everywhere
            or variable is None
            or not is_of_program(variable.info, caller.modules)
        ):
            return None
        key = (info.fullname, name)
        known = self._known.of(key)
        if known is not None:
            return known.value
        if key in self._in_look:
            self._assumptions.ask_of_attribute()
            self._answered.setdefault(key, self._in_look[key])
            return self._in_look[key]
        find = partial(self._found, info, variable, caller)
        return self._look(key, find) if self._in_look else self._settled(key, find)

    def is_array(self, expression: Expression, caller: TypeChecker) -> bool:
        """Whether the source of an expression shows that it is an array, of whatever dtype."""
        module = caller.tree
        reader = WrittenKinds("", frozenset(), lambda each: self._assigned(each, module))
        return self._everywhere and reader.of(expression) is Array.ARRAY

    def _settled(self, key: _Key, find: Callable[[], Kind]) -> Kind:
        """Infer a field, with the fields that it depends on, until no assumption is wrong.

        At first each field is assumed to be what it is declared as. If that is wrong for one, all
        are inferred again with what was found for it.
        """
        with self._assumptions.waiting.apart():
            try:
                found = self._looked_until_right(key, find)
            finally:
                self._in_look, self._answered, self._taken_for = {}, {}, {}
            self._keep(found)
        return found[key]

    def _looked_until_right(self, key: _Key, find: Callable[[], Kind]) -> dict[_Key, Kind]:
        """The kinds of all these fields; after too many rounds each counts as an array."""
        for _ in range(_MOST_ROUNDS):
            self._in_look, self._answered = {}, {}
            with self._assumptions.anew():
                self._look(key, find)
            arrays = self._arrays()
            if key in arrays:
                return arrays
            wrong = self._taken_wrongly()
            if not wrong:
                return self._in_look
            self._taken_for |= wrong
        return dict.fromkeys(self._in_look, Array.ARRAY)

    def _arrays(self) -> dict[_Key, Kind]:
        """The fields that get an array; this result is final, whatever the others are."""
        found: dict[_Key, Kind] = {
            each: kind for each, kind in self._in_look.items() if kind is Array.ARRAY
        }
        for each, kind in found.items():
            self._known.keep(each, kind)
        return found

    def _taken_wrongly(self) -> dict[_Key, Kind]:
        """The fields that were used with a wrong assumption, and what was found for them."""
        found = self._in_look
        return {each: found[each] for each, kind in self._answered.items() if found[each] != kind}

    def _keep(self, found: Mapping[_Key, Kind]) -> None:
        """Remember the results, unless they may change when mypy knows more."""
        for each, kind in found.items():
            self._tries[each] += 1
            self._known.keep(each, kind)
            if self._tries[each] >= _TRIES:
                self._known.settle(each, kind)

    def _look(self, key: _Key, find: Callable[[], Kind]) -> Kind:
        """Infer one field; this may infer other fields on the way."""
        self._in_look[key] = self._taken_for.get(key)
        with self._assumptions.looking():
            found = self._in_look[key] = find()
        return found

    def _found(self, info: TypeInfo, variable: Var, caller: TypeChecker) -> Kind:
        declared = kinds(variable.type) if variable.type is not None else frozenset[str]()
        others = set[str]()
        for number, each in enumerate(self._given(info, variable.name, declared, caller)):
            if each is None or number >= _MOST_VALUES:
                return Array.ARRAY
            kind = self._kind(each, variable.name, declared, caller)
            if kind is Array.ARRAY:
                return Array.ARRAY
            others |= (kind if isinstance(kind, frozenset) else frozenset()) - declared
        return declared | others if others else None

    def _kind(
        self, written: Written, name: str, declared: frozenset[str], caller: TypeChecker
    ) -> Kind:
        if not self._values.types.is_analysed(written.place):
            return None
        module = written.place.module
        reader = WrittenKinds(name, declared, lambda each: self._assigned(each, module))
        kind = reader.of(written.expression) if written.item is None else None
        return kind_of(self._type_of(written, caller)) if kind is None else kind

    def _assigned(self, variable: Var, module: MypyFile) -> Sequence[Expression | None]:
        found = self._assignments.of(module).values.get(variable, ())
        return [None if each is None else _item(each) for each in found]

    def _type_of(self, written: Written, caller: TypeChecker) -> Type | None:
        function = written.place.function
        declared = typed(function, caller) if function is not None else None
        return self._values.types.of(written, declared, caller)

    # -- what a field is given ---------------------------------------------------------------

    def _given(
        self, info: TypeInfo, name: str, declared: frozenset[str], caller: TypeChecker
    ) -> Iterator[Written | None]:
        """The values of a field; None for one that may be an array."""
        mentions = self._values.mentions(caller)
        keywords = partial(self._values.keywords, caller=caller)
        below = sorted(closed([info.fullname], mentions.below))
        # A default of a base class is overridden by that of a class below it.
        owner = next((base.fullname for base in info.mro if name in base.names), info.fullname)
        around = sorted({*below, owner})
        yield from _defaults((each for at in around for each in mentions.definitions(at)), name)
        for each in _constructed(below, name, mentions, keywords):
            yield from self._values.handed_on(each, caller)
        for assigned in mentions.attributes.get(name, ()):
            value = assigned.value
            if value is not None and self._is_declared(value, name, declared):
                continue
            if may_set(assigned, info, lambda owner: self._type_of_owner(owner, caller)):
                yield from (None,) if value is None else self._values.handed_on(value, caller)

    def _is_declared(self, value: Written, name: str, declared: frozenset[str]) -> bool:
        """Whether a value is of the declared kind, judged by its source alone."""
        if isinstance(value.expression, NameExpr):
            return False  # It may be a parameter.
        reader = WrittenKinds(name, declared, lambda each: (None,))
        found = reader.of(value.expression)
        return isinstance(found, frozenset) and found <= declared

    def _type_of_owner(self, owner: Written, caller: TypeChecker) -> Type | None:
        variable = owner.expression.node if isinstance(owner.expression, NameExpr) else None
        return _declared(variable) or self._values.type_of(owner, caller)


def _number(info: TypeInfo, name: str) -> Var | None:
    """The variable of an attribute declared as a number; not bool, since a bool is never weak."""
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    if not isinstance(node, Var) or node.type is None or not are_numbers(node.type):
        return None
    return node if kinds(node.type) != {BUILTIN_BOOL} else None


def _declared(variable: SymbolNode | None) -> Type | None:
    """The annotated type of a variable; None if it has none, or the annotation is Any."""
    is_declared = isinstance(variable, Var) and not variable.is_inferred
    declared = variable.type if isinstance(variable, Var) and is_declared else None
    return None if isinstance(get_proper_type(declared), AnyType) else declared


def _item(value: Value) -> Expression | None:
    """The expression of a value; for an item, the one in a written tuple."""
    if value.item is None:
        return value.expression
    whole = value.expression
    is_written = isinstance(whole, TupleExpr) and value.item < len(whole.items)
    return whole.items[value.item] if isinstance(whole, TupleExpr) and is_written else None


def _defaults(classes: Iterable[Class], name: str) -> Iterator[Written]:
    """The values that class bodies give to a field."""
    for definition, module in classes:
        for value in _values(definition, name):
            with suppress(UnseenError):
                yield from default_values(value, Place(module, None, definition))


def _values(definition: ClassDef, name: str) -> Iterator[Expression]:
    for statement in definition.defs.body:
        if isinstance(statement, AssignmentStmt) and not isinstance(statement.rvalue, TempNode):
            targets = [each for each in statement.lvalues if isinstance(each, NameExpr)]
            if any(each.name == name for each in targets):
                yield statement.rvalue


def _constructed(
    names: Iterable[str], name: str, mentions: Mentions, keywords: KeywordsOf
) -> Iterator[Written]:
    """The arguments for a field in the constructor calls of classes."""
    for class_name in names:
        for definition, _ in mentions.definitions(class_name):
            made = constructor(definition.info) if definition.info else None
            if made is not None and name in made.arg_names:
                for called in _calls(class_name, mentions):
                    with suppress(UnseenError):
                        yield from argument(called, made.arg_kinds, made.arg_names, name, keywords)


def _calls(class_name: str, mentions: Mentions) -> Iterator[Called]:
    yield from mentions.calls_of(class_name)
    yield from mentions.made_within(class_name)
