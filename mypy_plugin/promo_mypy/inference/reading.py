"""Collects the uses of classes, functions and attributes in one walk through a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    ARG_STAR2,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    ComparisonExpr,
    Expression,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    StarExpr,
    Statement,
    StrExpr,
    SuperExpr,
    TupleExpr,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.fullnames import JAX_PACKAGE
from promo_mypy.inference import reach
from promo_mypy.inference.changes import assigned_by
from promo_mypy.inference.mentions import ANY, AttributeSet, Called, Class, Mentions
from promo_mypy.inference.names import Names, last_part, name_of
from promo_mypy.inference.places import Place, Places, Written
from promo_mypy.inference.replacing import hands_on
from promo_mypy.inference.strings import package_in, pattern_of
from promo_typing.core.program_files import is_program_file

_PARTIAL: Final = "partial"
_TRACING: Final = frozenset(
    f"{before}{name}" for before in ("", "jax.") for name in ("jit", "checkpoint", "remat")
)


def mentions_in(modules: Iterable[MypyFile]) -> Mentions:
    """Return the uses of names in modules, which mypy may not have analysed yet."""
    read = [Places(each) for each in modules if is_program_file(each.path)]
    found = Mentions(Names(read), (each.module for each in read))
    reader = _Reader(found)
    for each in read:
        reader.read(each)
    rebuilding = (*reach.REBUILDING, *reach.FILTERING, reach.TREE_MAP)
    found.is_rebuilt |= not found.handed_on.isdisjoint(rebuilding)
    found.changes_integers |= not found.handed_on.isdisjoint(reach.LEAVING_FLOATS)
    return found


class _Reader:
    """Walks through modules one by one, and records the uses."""

    def __init__(self, found: Mentions) -> None:
        self._found = found
        self._harmless = set[Expression]()
        self._program = frozenset(each.partition(".")[0] for each in found.modules)

    def read(self, places: Places) -> None:
        """Read a module."""
        for function, decorators in places.decorated.items():
            if not all(self._is_tracing(each, places.module) for each in decorators):
                self._found.decorated.add(function)
        modules = self._imports(places.module)
        for placed in places.statements:
            self._take(placed.statement, places.of(placed))
        for expression, place in places.expressions:
            self._look(expression, place, modules)
        for expression, place in places.expressions:
            if expression not in self._harmless:
                self._escape(expression, place)

    def _is_tracing(self, decorator: Expression, module: MypyFile) -> bool:
        """Whether a function with this decorator is called as without it: ``jax.jit``."""
        if isinstance(decorator, CallExpr):
            is_partial = name_of(decorator.callee) == _PARTIAL and decorator.args
            decorator = decorator.args[0] if is_partial else decorator.callee
        return self._found.names.of(decorator, module) in _TRACING

    def _imports(self, module: MypyFile) -> dict[str, str]:
        """Record the imports of a module; return the full names, by the names in the module."""
        known = dict[str, str]()
        for each in reach.imported(module):
            known[each.name] = each.bound
            if each.name != last_part(each.bound):
                self._found.handed_on.add(last_part(each.bound))
            if not reach.is_library_of_parts(each.full):
                self._found.goes_to_libraries |= reach.is_foreign(each.full, self._program)
            self._found.is_rebuilt |= reach.renames_tree_map(each)
        return known

    def _take(self, statement: Statement | FuncDef, place: Place) -> None:
        match statement:
            case AssignmentStmt(lvalues=targets, rvalue=value):
                for target in targets:
                    self._assign(target, Written(value, place), place)
                if self._found.names.is_alias(statement, place.module):
                    self._harmless.update((*targets, value))
            case OperatorAssignmentStmt(op=operator, lvalue=target, rvalue=operand):
                updated = OpExpr(operator, target, operand)
                updated.set_line(statement)
                self._assign(target, Written(updated, place), place)
            case ClassDef():
                self._define(statement, place)
            case other:
                for target in assigned_by(other):
                    self._assign(target, None, place)

    def _assign(self, target: Expression, value: Written | None, place: Place) -> None:
        match target:
            case MemberExpr(name=name, expr=owner):
                self._harmless.add(target)
                self._found.assigned.add(name)
                self._found.attributes[name].append(AttributeSet(owner, value, place))
            case TupleExpr(items=items) if (values := _items(value, len(items))) is not None:
                for pair in zip(items, values, strict=True):
                    self._assign(pair[0], Written(pair[1], place), place)
            case TupleExpr(items=items) | ListExpr(items=items):
                is_fixed = not any(isinstance(each, StarExpr) for each in items)
                for number, each in enumerate(items):
                    is_item = value is not None and value.item is None and is_fixed
                    item = value._replace(item=number) if value is not None and is_item else None
                    self._assign(each, item, place)
            case StarExpr(expr=inner):
                self._assign(inner, None, place)

    def _define(self, definition: ClassDef, place: Place) -> None:
        name = self._found.names.of_class(definition, place.module)
        self._found.classes[name].append(Class(definition, place.module))
        if "." in name:
            self._found.by_last_part[definition.name].add(name)
        for each in definition.base_type_exprs:
            base = each.base if isinstance(each, IndexExpr) else each
            self._harmless.update((each, base, *_type_arguments(each)))
            self._found.subclasses[self._found.names.of(base, place.module)].append(name)

    def _look(self, expression: Expression, place: Place, modules: dict[str, str]) -> None:
        match expression:
            case CallExpr():
                self._call(expression, place, modules)
            case MemberExpr():
                self._member(expression, place, modules)
            case ComparisonExpr(operands=compared):
                self._harmless.update(compared)

    def _member(self, member: MemberExpr, place: Place, modules: dict[str, str]) -> None:
        name, owner = member.name, member.expr
        full = modules.get(owner.name) if isinstance(owner, NameExpr) else None
        is_dictionary = name_of(owner) == "__dict__" or _is_call_of(owner, "vars")
        if not is_dictionary or name in reach.READING:
            self._harmless.add(owner)
        if full is not None and (reach.is_library_of_parts(full) or full == JAX_PACKAGE):
            is_foreign = reach.is_foreign(f"{full}.{name}", self._program)
            self._found.goes_to_libraries |= is_foreign
        if (full, name) == ("sys", "modules"):
            self._found.reached.add(ANY)
        if name in reach.MAKING:
            self._hand_on(owner, place)
            self._found.anything.append(AttributeSet(owner, None, place))

    def _call(self, call: CallExpr, place: Place, modules: dict[str, str]) -> None:
        callee, name = call.callee, name_of(call.callee)
        self._harmless.add(callee)
        self._found.called.add(name)
        self._found.calls[self._found.names.of(callee, place.module)].append(Called(call, place))
        if name in reach.ASKING:
            self._harmless.update(_named_in(call.args))
        if name.startswith(reach.REGISTERING):
            names = (self._found.names.of(each, place.module) for each in call.args)
            self._found.registered.update(names)
            self._harmless.update(call.args[:1])
        self._flag(call, name)
        if name in reach.NAMESPACES and isinstance(callee, NameExpr):
            for each in self._found.names.within(place.module.fullname):
                self._hand_on(NameExpr(each), place)
        if _is_tree_map(callee):
            self._found.tree_maps.append(Called(call, place))
        self._take_dictionaries(call)
        self._make(call, place)
        self._set_by_name(call, place, modules)
        if name in reach.REPLACING:
            self._replace(call, place)

    def _flag(self, call: CallExpr, name: str) -> None:
        """Record the effects that a function of this name may have on objects of any class."""
        found, is_function = self._found, isinstance(call.callee, NameExpr)
        if name in reach.IMPORTING:
            self._reach(call.args)
        found.is_open |= name in reach.EVALUATING and is_function
        found.is_rebuilt |= name in reach.REBUILDING or _puts_in(call, name)
        found.changes_integers |= name in reach.LEAVING_FLOATS or "allow_int" in call.arg_names

    def _reach(self, given: Sequence[Expression]) -> None:
        """Record the package named by the first argument: ``import_module("package.module")``."""
        self._found.reached.add((package_in(given[0]) if given else None) or ANY)

    def _take_dictionaries(self, call: CallExpr) -> None:
        """Mark ``vars(x)`` as harmless in ``f(**vars(x))`` and ``dict(vars(x))``, which copy it."""
        is_copied = name_of(call.callee) in reach.COPYING
        for kind, given in zip(call.arg_kinds, call.args, strict=True):
            if kind == ARG_STAR2 or is_copied:
                self._harmless.add(given)

    def _make(self, call: CallExpr, place: Place) -> None:
        """Record calls that make an object of a class without naming it."""
        match call.callee:
            case NameExpr(name="cls" | "__class__") if place.owner is not None:
                self._found.makers[self._found.name_around(place)].append(Called(call, place))
            case NameExpr(name="cls" | "__class__"):
                # Here ``cls`` is not a receiver, but an argument that may be any class.
                self._found.is_open |= place.in_class or place.function is None
            case (
                MemberExpr(name="__class__", expr=made)
                | CallExpr(callee=NameExpr(name="type"), args=[made])
            ):
                if place.is_receiver(made) and place.owner is not None:
                    self._found.makers[self._found.name_around(place)].append(Called(call, place))
                else:
                    self._found.anything.append(AttributeSet(made, None, place))
            case MemberExpr(name="__init__") | SuperExpr(name="__init__"):
                self._found.inits.append(Called(call, place))

    def _set_by_name(self, call: CallExpr, place: Place, modules: dict[str, str]) -> None:
        match call:
            case CallExpr(callee=SuperExpr(name="__setattr__"), args=arguments):
                receiver = NameExpr(_first_parameter(place))
                self._set([receiver, *arguments], place)
            case CallExpr(callee=MemberExpr(name="__setattr__", expr=owner), args=[_, _] as given):
                self._set([owner, *given], place)
            case CallExpr(callee=MemberExpr(name="__setattr__"), args=arguments):
                self._set(arguments, place)
            case CallExpr(callee=callee, args=arguments) if name_of(callee) in reach.SETTING:
                self._set(arguments, place)
            case CallExpr(callee=NameExpr(name="getattr"), args=[owner, name, *_]):
                self._get(owner, name, place, modules)

    def _set(self, given: list[Expression], place: Place) -> None:
        match given:
            case [owner, StrExpr(value=name), value]:
                self._found.assigned.add(name)
                self._found.attributes[name].append(
                    AttributeSet(owner, Written(value, place), place)
                )
            case [owner, *_] if not isinstance(owner, StrExpr):
                self._found.anything.append(AttributeSet(owner, None, place))
            case _:
                self._reach(given)

    def _get(
        self, owner: Expression, name: Expression, place: Place, modules: dict[str, str]
    ) -> None:
        """Record ``getattr(module, name)``: it may be each class of a module that the name fits."""
        full = modules.get(name_of(owner), "") if isinstance(owner, NameExpr) else ""
        module = self._found.names.resolved(owner, place.module)
        if isinstance(name, StrExpr):
            self._found.escaped.add(name.value)
            self._found.handed_on.add(name.value)
        elif module is not None and module in self._found.modules:
            for each in filter(pattern_of(name).fullmatch, self._found.names.within(module)):
                self._hand_on(MemberExpr(owner, each), place)
        elif full.startswith(".") or full in self._found.modules:
            self._found.is_open = True

    def _replace(self, call: CallExpr, place: Place) -> None:
        is_function = isinstance(call.callee, NameExpr) or _is_of_module(call.callee)
        first = call.args[0] if is_function and call.args else None
        owner = call.callee.expr if isinstance(call.callee, MemberExpr) else call.callee
        method = None if is_function else name_of(call.callee)
        for keyword, kind, value in zip(call.arg_names, call.arg_kinds, call.args, strict=True):
            if keyword is not None:
                given = AttributeSet(first or owner, Written(value, place), place, method)
                self._found.attributes[keyword].append(given)
            elif kind == ARG_STAR2 and not (place.function and hands_on(place.function)):
                self._found.anything.append(AttributeSet(first or owner, None, place, method))

    def _escape(self, expression: Expression, place: Place) -> None:
        """Record that a class, function or object is used other than by calling it."""
        match expression:
            case NameExpr(name="cls" | "__class__"):
                if place.in_class or place.function is None:
                    self._found.anything.append(AttributeSet(expression, None, place))
            case (
                MemberExpr(name="__class__" | "__dict__", expr=owner)
                | CallExpr(callee=NameExpr(name="type" | "vars"), args=[owner])
            ):
                self._found.anything.append(AttributeSet(owner, None, place))
            case NameExpr() | MemberExpr():
                self._hand_on(expression, place)
                self._found.is_rebuilt |= _is_tree_map(expression)

    def _hand_on(self, named: Expression, place: Place) -> None:
        self._found.escaped.add(self._found.names.of(named, place.module))
        self._found.handed_on.add(name_of(named))


def _items(value: Written | None, count: int) -> list[Expression] | None:
    """The items of a written tuple of this length; None for anything else."""
    written = value.expression if value is not None and value.item is None else None
    if not isinstance(written, TupleExpr) or len(written.items) != count:
        return None
    return None if any(isinstance(each, StarExpr) for each in written.items) else written.items


def _type_arguments(base: Expression) -> Sequence[Expression]:
    """The type arguments in ``class Env(Base[State])``, which make no objects."""
    if not isinstance(base, IndexExpr):
        return ()
    inside = get_subexpressions(base.index)
    return () if any(isinstance(each, CallExpr) for each in inside) else inside


def _is_call_of(expression: Expression, name: str) -> bool:
    return isinstance(expression, CallExpr) and name_of(expression.callee) == name


def _is_of_module(callee: Expression) -> bool:
    """Whether a call is ``dataclasses.replace`` or ``copy.replace``, not a method."""
    owner = callee.expr if isinstance(callee, MemberExpr) else None
    return owner is not None and name_of(owner) in reach.WITH_REPLACE


def _first_parameter(place: Place) -> str:
    names = place.function.arg_names if place.function is not None else []
    return (names[0] or "") if names else ""


def _is_tree_map(called: Expression) -> bool:
    match called:
        case NameExpr(name=reach.TREE_MAP) | MemberExpr(name=reach.TREE_MAP):
            return True
        case MemberExpr(name="map", expr=owner):
            return name_of(owner) == "tree"
    return False


def _named_in(arguments: Iterable[Expression]) -> Iterator[Expression]:
    """The arguments, and the parts of those that are tuples or unions ``a | b``."""
    for each in arguments:
        yield each
        match each:
            case TupleExpr(items=items):
                yield from _named_in(items)
            case OpExpr(left=left, right=right):
                yield from _named_in((left, right))


def _puts_in(call: CallExpr, name: str) -> bool:
    """Whether a call may replace leaves: ``filter(x, spec, replace=0)``."""
    is_plain = all(kind in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds)
    has_more = len(call.args) > 2 or "replace" in call.arg_names
    return name in reach.FILTERING and (has_more or not is_plain)
