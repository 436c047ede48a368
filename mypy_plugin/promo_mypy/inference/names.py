"""Resolves names to the classes and functions of the program.

mypy may not have analysed a module yet, so this follows imports and definitions itself. A name that
may stand for several things, or for something unseen, is not resolved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from mypy import nodes
from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    ClassDef,
    DictionaryComprehension,
    Expression,
    FuncDef,
    GeneratorExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    SuperExpr,
)
from mypy.util import correct_relative_import

from promo_mypy.inference.changes import assigned_by
from promo_mypy.inference.places import Places
from promo_mypy.statements import names_in
from promo_typing.core.module_names import closed


def name_of(expression: Expression) -> str:
    """Return the last part of a dotted name, ``c`` of ``a.b.c``; empty for other expressions."""
    return expression.name if isinstance(expression, NameExpr | MemberExpr | SuperExpr) else ""


def last_part(name: str) -> str:
    """Return the part of a name after the last dot."""
    return name.rpartition(".")[2]


@dataclass(slots=True)
class _Table:
    """The meanings of the names in a module.

    Attributes:
        meant: the full names that a name in the module may stand for.
        aliases: for ``name = other.name`` at the top of the module, the expression on the right.
        variables: the names that are also bound in another way, in a function for instance.
        starred: the modules of ``from module import *``.
    """

    meant: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    aliases: dict[str, Expression] = field(default_factory=dict)
    variables: set[str] = field(default_factory=set)
    starred: list[str] = field(default_factory=list)


class Names:
    """Finds the full names of classes and functions at the top of a program's modules."""

    def __init__(self, modules: Iterable[Places]) -> None:
        """Read what these modules import and define."""
        self._tables = {each.module.fullname: _table(each) for each in modules}
        self._packages = {each.partition(".")[0] for each in self._tables}
        self._known: dict[tuple[str, str], str | None] = {}

    def of(self, expression: Expression, module: MypyFile) -> str:
        """Return the full name for an expression; if unknown, the last part as it is written."""
        return self.resolved(expression, module) or name_of(expression)

    def resolved(self, expression: Expression, module: MypyFile) -> str | None:
        """Return the full name for an expression; None if it is unknown."""
        return self._of_expression(expression, module.fullname)

    def written(self, name: str, module: MypyFile) -> str:
        """Return the full name for a name in an annotation."""
        first, *parts = name.split(".")
        found = self._at(module.fullname, first)
        for each in parts:
            found = self._in(found, each)
        return found or last_part(name)

    def of_class(self, definition: ClassDef, module: MypyFile) -> str:
        """Return the full name of a class; if it is not at the top of a module, its short name."""
        is_at_top = self._at(module.fullname, definition.name) == _joined(module, definition)
        return _joined(module, definition) if is_at_top else definition.name

    def within(self, module: str) -> Collection[str]:
        """Return the names that a module of the program defines and imports at its top."""
        return {
            name
            for each in closed([module], self._starred)
            for name in (*self._tables[each].meant, *self._tables[each].aliases)
        }

    def _starred(self, module: str) -> Iterator[str]:
        return (each for each in self._tables[module].starred if each in self._tables)

    def is_alias(self, statement: AssignmentStmt, module: MypyFile) -> bool:
        """Whether a statement only gives another name to a class or function."""
        table = self._tables[module.fullname]
        return any(
            table.aliases.get(name) is statement.rvalue and self._at(module.fullname, name)
            for name in map(name_of, statement.lvalues)
        )

    def unfollowed(self) -> Iterator[str]:
        """Yield the classes and functions that have another name which cannot be resolved."""
        for module, table in self._tables.items():
            for name, meant in table.meant.items():
                if self._at(module, name) is None:
                    for each in meant:
                        if last_part(each) != name:
                            yield from (last_part(each), self._full(each) or "")

    def _of_expression(self, expression: Expression, module: str) -> str | None:
        match expression:
            case NameExpr(name=name):
                return self._at(module, name)
            case MemberExpr(name=name, expr=owner):
                return self._in(self._of_expression(owner, module), name)
        return None

    def _in(self, owner: str | None, name: str) -> str | None:
        """The full name for ``owner.name``, where the owner is a module or a library."""
        if owner is None or (owner not in self._tables and self._is_of_program(owner)):
            return None
        return self._at(owner, name)

    def _full(self, name: str) -> str | None:
        if name in self._tables:
            return name
        module, _, last = name.rpartition(".")
        return self._at(module, last) if module else name

    def _at(self, module: str, name: str) -> str | None:
        """The full name for a name in a module; None if it is not known."""
        key = module, name
        if key not in self._known:
            self._known[key] = None  # Ends a recursion: modules may import one another.
            self._known[key] = self._looked_up(module, name)
        return self._known[key]

    def _looked_up(self, module: str, name: str) -> str | None:
        full, table = f"{module}.{name}", self._tables.get(module)
        if table is None:
            return None if self._is_of_program(module) else full
        if name in table.variables:
            return None
        if name in table.aliases:
            return self._of_expression(table.aliases[name], module)
        if name not in table.meant:
            return full if full in self._tables else self._from_starred(table, name)
        if len(table.meant[name]) > 1:
            return None
        (meant,) = table.meant[name]
        return full if meant == full else self._full(meant)

    def _from_starred(self, table: _Table, name: str) -> str | None:
        found = {self._at(each, name) for each in table.starred if each in self._tables}
        return found.pop() if len(found) == 1 else None

    def _is_of_program(self, name: str) -> bool:
        return name.partition(".")[0] in self._packages


def _table(places: Places) -> _Table:
    module, table = places.module, _Table()
    top = set(_at_top(module.defs))
    for statement, functions in places.statements:
        if isinstance(statement, ClassDef | FuncDef):
            if statement in top:
                table.meant[statement.name].add(_joined(module, statement))
            elif functions or isinstance(statement, ClassDef):
                table.variables.add(statement.name)
        _import(statement, module, table)
        alias = _alias(statement) if statement in top else None
        if alias is not None and alias.name not in table.aliases:
            table.aliases[alias.name] = alias.written
        elif statement not in places.of_class_bodies:
            table.variables.update(_bound_by(statement))
    for expression, _ in places.expressions:
        table.variables.update(_bound_in(expression))
    table.variables.update(table.aliases.keys() & table.meant.keys())
    return table


class _Alias(NamedTuple):
    """A new name, and the expression that it stands for."""

    name: str
    written: Expression


def _alias(statement: Statement | FuncDef) -> _Alias | None:
    """Parse ``name = other.name``."""
    match statement:
        case AssignmentStmt(lvalues=[NameExpr(name=name)], rvalue=NameExpr() | MemberExpr() as e):
            return _Alias(name, e) if statement.unanalyzed_type is None else None
    return None


def _at_top(body: Iterable[Statement]) -> Iterator[Statement | FuncDef]:
    """The statements at the top of a module, and those under ``if`` and ``try`` there."""
    for each in body:
        match each:
            case nodes.IfStmt(body=bodies, else_body=last):
                for block in (*bodies, *([last] if last else [])):
                    yield from _at_top(block.body)
            case nodes.TryStmt(body=block, handlers=handlers):
                for inner in (block, *handlers):
                    yield from _at_top(inner.body)
            case nodes.Decorator(func=function):
                yield function
            case nodes.OverloadedFuncDef(items=items, impl=impl):
                yield from _at_top([*items, *([impl] if impl else [])])
            case _:
                yield each


def _joined(module: MypyFile, definition: ClassDef | FuncDef) -> str:
    return f"{module.fullname}.{definition.name}"


def _import(statement: Statement | FuncDef, module: MypyFile, table: _Table) -> None:
    match statement:
        case nodes.Import(ids=names):
            for full, alias in names:
                first = full.partition(".")[0]
                table.meant[alias or first].add(full if alias else first)
        case nodes.ImportFrom(id=written, relative=depth, names=names):
            package = absolute(module, depth, written)
            for name, alias in names:
                table.meant[alias or name].add(f"{package}.{name}")
        case nodes.ImportAll(id=written, relative=depth):
            table.starred.append(absolute(module, depth, written))


def absolute(module: MypyFile, depth: int, written: str) -> str:
    """Return the full name of a module that ``from ..written import x`` names.

    ``depth`` is the number of leading dots.
    """
    is_package = module.is_package_init_file()
    return correct_relative_import(module.fullname, depth, written, is_package)[0]


def _bound_by(statement: Statement | FuncDef) -> Iterator[str]:
    """The names of the variables that a statement binds; for a function its parameters."""
    if isinstance(statement, FuncDef):
        yield from (each.variable.name for each in statement.arguments)
    elif isinstance(statement, nodes.TryStmt):
        yield from (each.name for each in statement.vars if each is not None)
    elif isinstance(statement, AssignmentStmt):
        for target in statement.lvalues:
            yield from (each.name for each in names_in(target))
    elif not isinstance(statement, nodes.DelStmt):
        for target in assigned_by(statement):
            yield from (each.name for each in names_in(target))


def _bound_in(expression: Expression) -> Iterator[str]:
    match expression:
        case LambdaExpr(arguments=arguments):
            yield from (each.variable.name for each in arguments)
        case GeneratorExpr(indices=targets) | DictionaryComprehension(indices=targets):
            for target in targets:
                yield from (each.name for each in names_in(target))
        case AssignmentExpr(target=target):
            yield target.name
