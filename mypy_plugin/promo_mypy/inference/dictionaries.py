"""Dictionaries with a type for each key: ``{"w": weights, "step": 0}``.

mypy gives all values of a dictionary one type, their join. Where the program shows which dictionary
an expression is, it gets a ``TypedDict`` with the type under each key. A key that the program
assigns anywhere else is unknown, because the assignment may change the same dictionary under
another name.
"""

from __future__ import annotations

from collections import ChainMap, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    ComplexExpr,
    DictExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.server.subexpr import get_subexpressions
from mypy.types import (
    AnyType,
    Instance,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import (
    BUILTIN_FALSE,
    BUILTIN_FLOAT,
    BUILTIN_INT,
    BUILTIN_STR,
    BUILTIN_TRUE,
    TYPED_DICT,
)
from promo_mypy.inference.built_up import Added, BuiltUp, built_up
from promo_mypy.inference.changes import Changes, assigned_by
from promo_mypy.inference.connected import ByPart, Parts
from promo_mypy.inference.entries import Entry, entries
from promo_mypy.inference.filled import Filling, filled
from promo_mypy.inference.results import is_iterator, plain
from promo_mypy.statements import statements
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.convert import array_instance
from promo_mypy.types.expressions import alone
from promo_mypy.types.open_dictionaries import is_open, opened
from promo_mypy.types.pytrees import is_container, is_plain_dictionary
from promo_typing.core.dtypes import NODES
from promo_typing.core.program_files import is_program_file
from promo_typing.core.stub_names import NODE_OF_CLASS

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
TypeAtTop: TypeAlias = Callable[[Expression, MypyFile, TypeChecker], Type | None]
_DEPTH: Final = 8
"""How many nested dictionaries and names for a dictionary are followed at most."""


class Value(NamedTuple):
    """A value that is assigned to a variable.

    Attributes:
        expression: the value on the right.
        item: the index of the item that the variable gets, as in ``x, y = value``; None for all.
        is_at_top: whether the assignment stands outside of functions.
    """

    expression: Expression
    item: int | None = None
    is_at_top: bool = False


class _Look(NamedTuple):
    """The circumstances of a search for the type of a dictionary.

    Attributes:
        checker: the checker at the place that asks.
        depth: how many dictionaries and names the search has followed.
        top: the module if the dictionary is written outside of functions; else None.
    """

    checker: TypeChecker
    depth: int = 0
    top: MypyFile | None = None

    @property
    def deeper(self) -> _Look:
        return self._replace(depth=self.depth + 1)


class Dictionaries:
    """The dictionaries that a program writes, as typed dictionaries."""

    def __init__(self, parts: Parts, type_at_top: TypeAtTop, *, everywhere: bool) -> None:
        """Start without a module.

        Args:
            parts: the parts of the program; no part changes the dictionaries of another.
            type_at_top: tells the type of an expression at the top of any module.
            everywhere: whether mypy has the function bodies of all modules. If not, no dictionary
                is known, since one of these bodies may change it.
        """
        self._everywhere = everywhere
        self._type_at_top = type_at_top
        self._at_top: dict[Expression, Type] = {}
        self._changes = ByPart(parts, Changes)
        self._assignments = ByModule(Assignments)
        self._returned: MutableMapping[Expression, Type] = {}

    def typed(self, expression: Expression, checker: TypeChecker) -> TypedDictType | None:
        """Return the type of a dictionary with known keys; None for any other expression.

        None in libraries, too: nothing is known there that depends on the program.
        """
        if not self._everywhere or not is_program_file(checker.path):
            return None
        proper = get_proper_type(self._of(expression, _Look(checker)))
        return proper if isinstance(proper, TypedDictType) else None

    def of_variable(
        self, name: str, made: Expression, checker: TypeChecker
    ) -> TypedDictType | None:
        """Return the type of a dictionary that is made for a variable; None if it is unknown."""
        proper = get_proper_type(self.unchanged(name, self._of(made, _Look(checker)), checker))
        return proper if isinstance(proper, TypedDictType) else None

    def unchanged(self, name: str, typ: Type, checker: TypeChecker) -> Type:
        """Return the type of a variable without the keys that the program may change.

        Args:
            name: the name of the variable.
            typ: its type.
            checker: the checker that asks.
        """
        if not holds_dictionary(typ):
            return typ
        changes = self.changes(checker)
        if changes.has_name(name):
            return plain(typ, checker)
        if changes.may_fill(name):
            typ = opened(typ)
        proper = get_proper_type(typ)
        if not changes.is_within(name):
            return typ
        if not is_plain_dictionary(proper):
            return plain(typ, checker)
        values = [plain(value, checker) for value in proper.items.values()]
        return proper.copy_modified(item_types=values)

    def returned(self, call: CallExpr, typ: Type, checker: TypeChecker) -> Type:
        """Record the type that a call returns; return it without keys that may be changed."""
        if holds_dictionary(typ):
            for name in self.changes(checker).names(call):
                typ = self.unchanged(name, typ, checker)
        self._returned[call] = typ
        return typ

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Record the results of calls apart while the block lasts."""
        kept = self._returned
        self._returned = ChainMap({}, kept)
        try:
            yield
        finally:
            self._returned = kept

    def changes(self, checker: TypeChecker) -> Changes:
        """Return the changes of dictionaries in the part of the program around a module."""
        return self._changes.of(checker)

    def _of(self, expression: Expression, look: _Look) -> Type:
        if look.depth > _DEPTH:
            return _UNKNOWN
        match expression:
            case NameExpr(node=Var() as variable):
                return self._assigned(variable, expression, look)
            case IndexExpr(base=base, index=StrExpr(value=key)):
                outer = get_proper_type(self._of(base, look.deeper))
                found = outer.items.get(key) if isinstance(outer, TypedDictType) else None
                return found or _UNKNOWN
            case IndexExpr(base=base, index=IntExpr(value=place)):
                return _item(self._of(base, look.deeper), place)
            case CallExpr() if expression in self._returned:
                return self._returned[expression]
        written = entries(expression)
        return _UNKNOWN if written is None else self._written(written, look)

    def _written(self, items: Iterable[Entry], look: _Look) -> Type:
        types: dict[str, Type] = {}
        may_grow = False
        for key, value in items:
            copied = None if key else get_proper_type(self._of(value, look.deeper))
            match key, copied:
                case StrExpr(value=name), _:
                    types[name] = self._entry(name, value, look)
                case None, TypedDictType(items=inner) as base:
                    types.update(inner)
                    may_grow |= is_open(base)
                case _:
                    return _UNKNOWN
        if all(isinstance(get_proper_type(each), AnyType) for each in types.values()):
            return _UNKNOWN
        made = TypedDictType(types, {*types}, set(), look.checker.named_type(TYPED_DICT))
        return opened(made) if may_grow else made

    def _entry(self, key: str, value: Expression, look: _Look) -> Type:
        """The type of an entry; Any if the program may assign another one under this key."""
        changes = self.changes(look.checker)
        typ = _UNKNOWN if changes.has_key(key) else self._value(value, look)
        return typ if not changes.counts(key) or _stays_beside_int(typ) else _UNKNOWN

    def _value(self, value: Expression, look: _Look) -> Type:
        if isinstance(value, DictExpr | NameExpr | CallExpr):
            inner = self._of(value, look.deeper)
            is_unknown = isinstance(get_proper_type(inner), AnyType)
            # mypy's type of an inner dictionary does not tell which of its keys are changed.
            if not is_unknown or isinstance(value, DictExpr):
                return inner
        typ = look.checker.lookup_type_or_none(value)
        if typ is None and _is_constant(value):
            typ = alone(value, look.checker)
        elif typ is None and look.top is not None:
            typ = self._of_top(value, look.top, look.checker)
        return _UNKNOWN if typ is None else _without_number(typ)

    def _of_top(self, value: Expression, module: MypyFile, checker: TypeChecker) -> Type | None:
        """The type of a value at the top of a module, which another checker checks."""
        if value not in self._at_top:
            found = self._type_at_top(value, module, checker)
            if found is None:
                return None
            self._at_top[value] = found
        return self._at_top[value]

    def _assigned(self, variable: Var, place: Expression, look: _Look) -> Type:
        known = get_proper_type(variable.type) if variable.type is not None else None
        if isinstance(known, TypedDictType):
            may_grow = self.changes(look.checker).may_fill(variable.name)
            return opened(known) if may_grow else known
        module = self._home(variable, look.checker)
        assignments = self._assignments.of(module)
        match assignments.values.get(variable, ()):
            case [Value(value, item, is_at_top)]:
                inside = look.deeper._replace(top=module if is_at_top else None)
                found = self._made(value, assignments.added(value, place), inside)
                whole = found if item is None else _item(found, item)
                return self.unchanged(variable.name, whole, look.checker)
        return _UNKNOWN

    def _made(self, value: Expression, added: Sequence[Added], look: _Look) -> Type:
        """The type of a value together with the entries that are added right after it is made."""
        if not added:
            return self._of(value, look)
        written = [*(entries(value) or []), *(each.entry for each in added)]
        return self._written(written, look)

    def _home(self, variable: Var, checker: TypeChecker) -> MypyFile:
        """The module in which a variable gets its values."""
        return checker.modules.get(variable.fullname.rpartition(".")[0], checker.tree)


class Assignments:
    """The values that a module assigns to variables; None for a binding without a known value."""

    def __init__(self, module: MypyFile) -> None:
        """Read a module that mypy has analysed."""
        self._module = module
        self.values: dict[Var, list[Value | None]] = defaultdict(list)
        for each in statements(module.defs):
            match each.statement:
                case AssignmentStmt(lvalues=targets, rvalue=value):
                    for target in targets:
                        self._bind(target, Value(value, is_at_top=not each.functions))
                case FuncDef() as function:
                    self._take_parameters(function)
                case other:
                    for target in assigned_by(other):
                        self._bind(target, None)
        for expression in get_subexpressions(module):
            match expression:
                case AssignmentExpr(target=target, value=value):
                    self._bind(target, Value(value))
                case LambdaExpr():
                    self._take_parameters(expression)

    @cached_property
    def _built_up(self) -> Mapping[Expression, BuiltUp]:
        return built_up(self._module.defs)

    @cached_property
    def _filled(self) -> Mapping[Expression, Sequence[Filling]]:
        return filled(self._module.defs)

    def fillings(self, made: Expression) -> Sequence[Filling]:
        """Return the values that are put into an empty container right after it is made."""
        return self._filled.get(made, ())

    def added(self, made: Expression, place: Expression) -> Sequence[Added]:
        """Return the entries that were added to a dictionary between its making and a place."""
        built = self._built_up.get(made)
        return () if built is None else built.at(place)

    def _take_parameters(self, function: FuncDef | LambdaExpr) -> None:
        for argument in function.arguments:
            self.values[argument.variable].append(None)

    def _bind(self, target: Expression, value: Value | None) -> None:
        match target:
            case NameExpr(node=Var() as variable):
                self.values[variable].append(value)
            case TupleExpr(items=items) | ListExpr(items=items):
                is_whole = value is not None and value.item is None
                is_fixed = not any(isinstance(each, StarExpr) for each in items)
                for place, each in enumerate(items):
                    known = value is not None and is_whole and is_fixed
                    self._bind(each, value._replace(item=place) if value and known else None)
            case StarExpr(expr=inner):
                self._bind(inner, None)


def holds_dictionary(typ: Type) -> bool:
    """Whether a type contains a dictionary with known keys."""
    proper = unfolded(typ)
    if isinstance(proper, TupleType | UnionType):
        return any(map(holds_dictionary, proper.items))
    if is_container(proper):
        return holds_dictionary(proper.args[-1])
    if is_iterator(proper):
        return holds_dictionary(proper.args[0])
    return is_plain_dictionary(proper)


def _item(typ: Type, place: int) -> Type:
    proper = get_proper_type(typ)
    is_there = isinstance(proper, TupleType) and place < len(proper.items)
    return proper.items[place] if isinstance(proper, TupleType) and is_there else _UNKNOWN


def _is_constant(value: Expression) -> bool:
    """Whether an expression has the same type everywhere: a number, or ``jnp.bfloat16``."""
    match value:
        case UnaryExpr(expr=inner):
            return _is_constant(inner)
        case RefExpr(node=TypeInfo()):
            return True
        case NameExpr(fullname=name):
            return name in (BUILTIN_TRUE, BUILTIN_FALSE)
    return isinstance(value, IntExpr | FloatExpr | ComplexExpr | StrExpr)


def _stays_beside_int(typ: Type) -> bool:
    """Whether adding an int to a value, or multiplying them, gives a value of the same type."""
    array = array_instance(get_proper_type(typ))
    dtype = get_proper_type(typ if array is None else array.args[0])
    name = dtype.type.fullname if isinstance(dtype, Instance) else ""
    if array is None:
        return name in (BUILTIN_INT, BUILTIN_FLOAT)
    return name in NODE_OF_CLASS and NODES[NODE_OF_CLASS[name]].kind != "bool"


def _without_number(typ: Type) -> Type:
    """The type without the literal value of a number; a string keeps its value, as a literal type.

    A string may name a dtype or a mode. Unless the type is a literal, mypy drops the value as soon
    as a variable gets it.
    """
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance) or proper.last_known_value is None:
        return typ
    if proper.type.fullname == BUILTIN_STR:
        return proper.last_known_value
    return proper.copy_modified(last_known_value=None)
