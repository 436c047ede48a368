"""The types of expressions at their places in the program, before mypy checks these places.

For an expression in a function, the function is checked with given types of its parameters: the
declared ones, or those on which all calls agree. An expression outside of functions has a type if
each variable in it is assigned once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Final, NamedTuple, Protocol, TypeAlias

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import (
    Expression,
    FuncDef,
    FuncItem,
    GlobalDecl,
    MypyFile,
    NameExpr,
    NonlocalDecl,
    Var,
)
from mypy.server.subexpr import get_subexpressions
from mypy.types import CallableType, TupleType, Type, get_proper_type

from promo_mypy.by_module import ByModule
from promo_mypy.errorcodes import DTYPE_BRANCHES, DTYPE_CARRY, DTYPE_OPERAND, DTYPE_PROMOTION
from promo_mypy.fullnames import BUILTIN_OBJECT
from promo_mypy.inference import checkers
from promo_mypy.inference.assumptions import Assumptions, InLook
from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.dictionaries import Assignments
from promo_mypy.inference.held import is_holding
from promo_mypy.inference.lone_expressions import LoneExpressions, alone
from promo_mypy.inference.own_types import own_type
from promo_mypy.inference.places import Place, Written
from promo_mypy.inference.signatures import declared_type, receiver
from promo_mypy.inference.stable_variables import StableVariables
from promo_mypy.inference.waiting import is_analysed
from promo_mypy.settings_in_force import SettingsInForce
from promo_mypy.statements import statements
from promo_mypy.types.pytrees import has_dtype, is_container, is_plain_dictionary
from promo_mypy.types.sameness import are_same
from promo_mypy.types.silence import is_silent
from promo_typing.core.program_files import is_program_file
from promo_typing.lattice.semantics import Semantics

_REFUSALS: Final = (DTYPE_PROMOTION, DTYPE_OPERAND, DTYPE_CARRY, DTYPE_BRANCHES)
"""The codes of findings for which JAX raises an exception."""


class Asides(Protocol):
    """Checks the bodies of functions without reporting findings."""

    def of_module(self, module: MypyFile) -> FuncDef | None:
        """Return the body of a module as a function; None if it cannot be checked as one."""
        ...

    def aside(self, function: FuncItem | None) -> AbstractContextManager[None]:
        """Check the body of a function, and bodies that it calls, without reporting findings."""
        ...


class _Way(NamedTuple):
    """The circumstances under which a function is checked.

    Attributes:
        type: the type of the function, with the types of its parameters.
        under: the assumptions about attributes, as in :meth:`SourceTypes.of`.
        semantics: JAX's settings; None for those of the function's own module.
        lone: the only expression of the function that is checked; None for its whole body.
    """

    type: CallableType
    under: Hashable = None
    semantics: Semantics | None = None
    lone: Expression | None = None


Position: TypeAlias = tuple[int, int, int | None, int | None]


def _position(at: Expression | ErrorInfo) -> Position:
    return at.line, at.column, at.end_line, at.end_column


class _Look(NamedTuple):
    """The results of checking a function: types, and positions where JAX raises errors."""

    types: Mapping[Expression, Type] = {}
    refused: frozenset[Position] = frozenset()


class SourceTypes:
    """Infers the types of expressions at their places."""

    def __init__(
        self,
        settings: SettingsInForce,
        bodies: Bodies,
        asides: Asides,
        assumptions: Assumptions,
        variables: StableVariables,
    ) -> None:
        """Start without an expression.

        Args:
            settings: JAX's settings; a function is checked under those of its calls.
            bodies: the facts read from functions.
            asides: prevents reports while functions are checked here.
            assumptions: the assumptions about fields; records what mypy does not know yet.
            variables: the variables of modules.
        """
        self._settings = settings
        self._bodies = bodies
        self._asides = asides
        self._assumptions = assumptions
        self._variables = variables
        self._lone = LoneExpressions()
        self._assignments = ByModule(Assignments)
        self._visited: dict[Hashable, _Look] = {}
        self._in_look = InLook[_Look | None](assumptions)
        self.is_apart = False

    def of(
        self,
        written: Written,
        typ: CallableType | None,
        caller: TypeChecker,
        *,
        under: Hashable = None,
    ) -> Type | None:
        """Return the type of an expression at its place; None if unknown, perhaps only for now.

        Args:
            written: the expression.
            typ: the type of the function around it, if it stands in one.
            caller: the checker that asks.
            under: a key for the current assumptions about attributes that may have another type
                than mypy says. If None, nothing is known in a function in which mypy refuses an
                assignment, since the types after that may be wrong.
        """
        place, whole = written.place, None
        if place.in_lambda or not self.is_analysed(place):
            return None
        if place.function is None:
            whole = self._at_top(written.expression, place, under, caller)
        elif typ is not None:
            whole = self._in(place.function, written.expression, place, typ, under, caller)
        return whole if written.item is None or whole is None else _item(whole, written.item)

    def _in(
        self,
        function: FuncDef,
        expression: Expression,
        place: Place,
        typ: CallableType,
        under: Hashable,
        caller: TypeChecker,
    ) -> Type | None:
        """The type of an expression in a function, if it is the same under all settings."""
        is_lone = place.function is not None and self._lone.has(expression, function)
        lone = expression if is_lone else None
        ways = (each._replace(lone=lone) for each in self._ways(place, typ, under, caller))
        looks = (self._look_into(function, place, each, caller) for each in ways)
        return _agreed(own_type(expression, each.types) for each in looks)

    def is_refused(self, written: Written, typ: CallableType | None, caller: TypeChecker) -> bool:
        """Whether JAX raises an error where a value is computed, so that it never exists.

        Args:
            written: the value.
            typ: the type of the function around it.
            caller: the checker that asks.
        """
        place, function = written.place, written.place.function
        if place.in_lambda or function is None or typ is None or not self.is_analysed(place):
            return False
        ways = self._ways(place, typ, None, caller)
        looks = [self._look_into(function, place, each, caller) for each in ways]
        made_of = self._made_of(written.expression, place.module)
        return all(not each.refused.isdisjoint(made_of) for each in looks)

    def _made_of(self, expression: Expression, module: MypyFile) -> set[Position]:
        """The positions of the parts of an expression, and of the values of its variables."""
        found, rest, values = set[Position](), [expression], self._assignments.of(module).values
        seen = set[Expression]()
        while rest:
            for each in get_subexpressions(rest.pop()):
                if each in seen:
                    continue
                seen.add(each)
                found.add(_position(each))
                node = each.node if isinstance(each, NameExpr) else None
                match values.get(node, ()) if isinstance(node, Var) else ():
                    case [only] if only is not None:
                        rest.append(only.expression)
        return found

    @contextmanager
    def inside(
        self, place: Place, typ: CallableType | None, caller: TypeChecker
    ) -> Iterator[TypeChecker | None]:
        """Yield a checker that knows the types at a place; None if they are not known."""
        if place.in_lambda or not self.is_analysed(place):
            yield None
        elif place.function is None:
            with self._apart(place, caller) as checker:
                yield checker
        elif typ is not None:
            with self._checked(place.function, place, _Way(typ), caller) as found:
                yield found and found.checker
        else:
            yield None

    @contextmanager
    def _apart(self, place: Place, caller: TypeChecker) -> Iterator[TypeChecker]:
        """Yield a checker for the top of a module, whose findings are not reported."""
        self.is_apart, around = True, self.is_apart
        try:
            with checkers.at_top(place.module, caller) as checker:
                yield checker
        finally:
            self.is_apart = around

    def is_stable(self, place: Place, expression: Expression, caller: TypeChecker) -> bool:
        """Whether all global variables that are used at a place have one type."""
        used = place.function or expression
        return self._variables.are_stable(used, caller.modules)

    def is_analysed(self, place: Place) -> bool:
        """Whether mypy has resolved the names of a module."""
        if is_analysed(place.module):
            return True
        self._assumptions.waiting.for_modules(place.module)
        return False

    def _ways(
        self, place: Place, typ: CallableType, under: Hashable, caller: TypeChecker
    ) -> Iterator[_Way]:
        """The circumstances to check a function under: the settings of all possible callers."""
        yield _Way(typ, under)
        modules = caller.modules.values()
        names = (each.fullname for each in modules if is_program_file(each.path))
        for semantics in self._settings.elsewhere(place.module.fullname, names):
            yield _Way(typ, under, semantics)

    def _look_into(self, function: FuncDef, place: Place, way: _Way, caller: TypeChecker) -> _Look:
        checked = way.lone or function
        key = (checked, way.semantics, way.under, *way.type.arg_types)
        if key in self._visited:
            return self._visited[key]
        whole = place.module if place.function is None else None
        if not self._variables.are_stable(checked, caller.modules, whole):
            return _Look()
        asked = self.asked(way.under)
        found = self._in_look.of(key, lambda: self._look_now(function, place, way, caller))
        if found is not None and asked == self.asked(way.under):
            self._visited[key] = found
        return found or _Look()

    def _look_now(
        self, function: FuncDef, place: Place, way: _Way, caller: TypeChecker
    ) -> _Look | None:
        """The results of checking a function; None if unknown, perhaps only for now."""
        with self._checked(function, place, way, caller) as found:
            if found is None:
                return None
            if way.lone is not None and any(map(_is_container, found.types.values())):
                # The function may put other items into it.
                return self._look_into(function, place, way._replace(lone=None), caller)
            refused = (each for each in found.errors if each.code in _REFUSALS)
            return _Look(found.types, frozenset(map(_position, refused)))

    def asked(self, under: Hashable) -> int:
        """Return how often assumptions were used; without those that ``under`` stands for."""
        others = 0 if under is None else self._assumptions.asked_of_attributes
        return self._assumptions.asked - others

    @contextmanager
    def _checked(
        self,
        function: FuncDef,
        place: Place,
        way: _Way,
        caller: TypeChecker,
    ) -> Iterator[checkers.Checked | None]:
        expected = way.type.copy_modified(ret_type=caller.named_type(BUILTIN_OBJECT))
        body = self._bodies.read(function)
        checker = checkers.new_checker(place.module, caller)
        part = function if way.lone is None else alone(way.lone, function)
        with (
            self._asides.aside(function),
            self._settings.called(function, way.semantics, checker),
            checkers.checked(part, body, expected, checker, caller, {}, is_around=False) as found,
        ):
            is_ready = found is not None and found.is_ready
            if not is_ready:
                self._assumptions.waiting.for_types()
            is_held = found is not None and way.under is None and _is_held(found, function)
            yield found if is_ready and not is_held else None

    def alone(self, expression: Expression, module: MypyFile, caller: TypeChecker) -> Type | None:
        """Return the type of an expression at the top of a module, if it never changes.

        None if a variable in it is assigned several times, or mypy does not know its type yet.
        """
        place = Place(module)
        if not self.is_analysed(place):
            return None
        with self._apart(place, caller) as checker:
            return self._alone(expression, checker, caller)

    def _at_top(
        self, expression: Expression, place: Place, under: Hashable, caller: TypeChecker
    ) -> Type | None:
        """The type of an expression outside of functions.

        If it is not known by itself, the whole body of the module is checked.
        """
        with self._apart(place, caller) as checker:
            alone = self._alone(expression, checker, caller)
        if place.owner is not None or (alone is not None and not is_silent(alone)):
            return alone
        function = self._asides.of_module(place.module)
        typ = declared_type(function, caller) if function is not None else None
        if function is None or typ is None:
            return alone
        return self._in(function, expression, place, typ, under, caller) or alone

    def _alone(
        self, expression: Expression, checker: TypeChecker, caller: TypeChecker
    ) -> Type | None:
        modules = caller.modules
        if not self._variables.are_stable(expression, modules):
            return None
        if not self._variables.are_known(expression):
            self._assumptions.waiting.for_types()
            return None
        with checkers.unless_mypy_fails(caller.options):
            return checker.expr_checker.accept(expression)
        return None


def _agreed(types: Iterable[Type | None]) -> Type | None:
    """The common type; None if two types differ, or one is unknown."""
    first, *rest = types
    if first is None or not all(each is not None and are_same(each, first) for each in rest):
        return None
    return first


def _is_held(found: checkers.Checked, function: FuncDef) -> bool:
    """Whether mypy's type of a variable may be wrong: after a refused assignment, or ``global``."""
    if any(map(is_holding, found.errors)):
        return True
    reaching_out = (GlobalDecl, NonlocalDecl)
    return any(isinstance(each.statement, reaching_out) for each in statements(function.body.body))


def typed(function: FuncDef, caller: TypeChecker, owner: Type | None = None) -> CallableType | None:
    """Return the declared type of a function, with the class or ``owner`` as that of ``self``."""
    declared = declared_type(function, caller)
    if declared is None or (function.type is not None and owner is None) or not function.info:
        return declared
    if function.is_static or not declared.arg_types:
        return declared
    return declared.copy_modified(arg_types=[receiver(function, owner), *declared.arg_types[1:]])


def _item(whole: Type, place: int) -> Type | None:
    """The type of an item of a tuple, or of an array, whose items have the array's dtype."""
    proper = get_proper_type(whole)
    if has_dtype(proper):
        return whole
    is_there = isinstance(proper, TupleType) and place < len(proper.items)
    return proper.items[place] if is_there and isinstance(proper, TupleType) else None


def _is_container(typ: Type) -> bool:
    proper = get_proper_type(typ)
    return is_container(proper) or is_plain_dictionary(proper)
