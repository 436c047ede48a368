"""Lists and dictionaries into which a program puts arrays of another dtype.

From such a place on, the dtype of the items is unknown: under all names of the container, in the
caller of a function that changes its argument, and around a function that changes a captured
variable. A container with an annotation that says a dtype keeps its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncItem, MemberExpr, NameExpr, SymbolNode, Var
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy.by_module import ByModule
from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.checkers import retype_around
from promo_mypy.inference.same_containers import Container, SameContainers, reached_by
from promo_mypy.inference.visits import Change, Visits
from promo_mypy.types.convert import array_instance
from promo_mypy.types.made import is_made, of_class, without
from promo_mypy.types.pytrees import is_container, with_pairs
from promo_mypy.types.sameness import are_same
from promo_mypy.types.silence import is_silent

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


class Containers:
    """Changes the types of variables and attributes that hold such containers."""

    def __init__(self, bodies: Bodies, visits: Visits) -> None:
        """Use the facts about bodies, and the stack of bodies that are being checked."""
        self._bodies = bodies
        self._visits = visits
        self._same = ByModule(SameContainers)

    def loosen(self, changed: Container, items: Type, checker: TypeChecker) -> None:
        """Change the type of a container's items from here on, under all its names.

        Args:
            changed: the container.
            items: the type of an item that is put into it.
            checker: the checker that is at the place.
        """
        for each in self._same.of(checker.tree).of(changed):
            if is_inferred(each.root, checker):
                _retype(each, items, checker, is_lasting=not self._is_defined(each.root, checker))
                self._note(each, items)

    def change(
        self,
        changes: Iterable[Change],
        function: FuncItem,
        written: Mapping[SymbolNode, Expression],
        caller: TypeChecker,
    ) -> None:
        """Change the types of containers at a call, as the called function changes them.

        Args:
            changes: the changes that the function makes.
            function: the function.
            written: the expressions that its parameters get in the call.
            caller: the checker that is at the call.
        """
        captured = {each.node: each for each in self._bodies.captured(function)}
        for variable, depth, items in changes:
            changed = reached_by(written.get(variable) or captured.get(variable), depth)
            if changed is not None:
                self.loosen(changed, items if self._visits else without(items), caller)

    def _is_defined(self, root: Expression, checker: TypeChecker) -> bool:
        """Whether a variable is captured by a function that is just defined now, not called."""
        function, visit = checker.scope.current_function(), self._visits.innermost
        if not isinstance(function, FuncItem) or not isinstance(root, NameExpr):
            return False
        if visit is not None and visit.function is function:
            return False
        return any(each.node is root.node for each in self._bodies.captured(function))

    def _note(self, changed: Container, items: Type) -> None:
        """Record a change of a parameter or captured variable, to be repeated at each call."""
        visit, variable = self._visits.innermost, changed.root
        if visit is None or visit.function is None or not isinstance(variable, NameExpr):
            return
        arguments = [each.variable for each in visit.function.arguments]
        captured = [each.node for each in self._bodies.captured(visit.function)]
        node = variable.node
        if isinstance(node, Var) and node in (*arguments, *captured):
            visit.changes.append(Change(node, changed.depth, items))


def is_inferred(root: Expression, checker: TypeChecker) -> bool:
    """Whether a variable or an attribute has no annotation that says a dtype."""
    variable = _variable(root, checker)
    if variable is None:
        return False
    function = checker.scope.current_function()
    parameters = function.arguments if isinstance(function, FuncItem) else []
    for place, argument in enumerate(parameters):
        if argument.variable is variable:
            typ = None if function is None else get_proper_type(function.type)
            return not isinstance(typ, CallableType) or is_silent(typ.arg_types[place])
    return variable.is_inferred


def loosened(items: Type, given: Type) -> Type:
    """Return the type of a container's items after items of type ``given`` are added."""
    return with_pairs(items, given, _common)


def alternatives(typ: Type) -> Sequence[ProperType]:
    """Return the members of a union; for any other type only that type."""
    proper = get_proper_type(typ)
    items = proper.items if isinstance(proper, UnionType) else [proper]
    return [get_proper_type(each) for each in items]


def _common(one: ProperType, other: ProperType) -> Type:
    """The common type of two items with different or unknown dtypes."""
    if are_same(one, other):
        return one
    if isinstance(one, UnionType):
        return make_simplified_union([_common(get_proper_type(each), other) for each in one.items])
    if is_made(one):
        return of_class(one)
    array = array_instance(one)
    return array.copy_modified(args=[_UNKNOWN]) if array and _may_be_array(other) else one


def _may_be_array(typ: ProperType) -> bool:
    """Whether a value of a type may be an array."""
    return any(array_instance(each) or isinstance(each, AnyType) for each in alternatives(typ))


def _variable(root: Expression, checker: TypeChecker) -> Var | None:
    if isinstance(root, NameExpr):
        return root.node if isinstance(root.node, Var) else None
    if not isinstance(root, MemberExpr):
        return None
    known = checker.lookup_type_or_none(root.expr)
    owner = None if known is None else get_proper_type(known)
    symbol = owner.type.get(root.name) if isinstance(owner, Instance) else None
    return symbol.node if symbol is not None and isinstance(symbol.node, Var) else None


def _retype(changed: Container, items: Type, checker: TypeChecker, *, is_lasting: bool) -> None:
    """Change the type of a variable or attribute from here on.

    At the definition of a function that captures the variable, nothing is changed for good: that
    happens at the calls of the function.
    """
    root, variable = changed.root, _variable(changed.root, checker)
    assert isinstance(root, NameExpr | MemberExpr)
    declared = None if variable is None else variable.type
    retyped = partial(_with_items, depth=changed.depth, items=items)
    known = checker.binder.get(root) or declared
    if known is not None:
        retype_around(root, retyped, checker)
        checker.binder.put(root, retyped(known))
    if is_lasting and variable is not None and declared is not None:
        variable.type = _with_items(declared, changed.depth, items)


def _with_items(typ: Type, depth: int, items: Type) -> Type:
    """A type after ``items`` are added to the container that it holds ``depth`` levels down."""
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType) and depth:
        inside = [_with_items(each, depth - 1, items) for each in proper.items]
        return proper.copy_modified(items=inside)
    if not is_container(proper):
        return typ
    *others, last = proper.args
    inner = _with_items(last, depth - 1, items) if depth else loosened(last, items)
    return proper.copy_modified(args=[*others, inner])
