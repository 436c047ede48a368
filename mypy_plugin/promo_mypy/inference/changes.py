"""Which dictionaries and lists a program changes, by the names that stand for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DelStmt,
    EllipsisExpr,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    SliceExpr,
    StarExpr,
    Statement,
    StrExpr,
    TryStmt,
    TupleExpr,
    WithStmt,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.inference.built_up import built_up
from promo_mypy.inference.dictionary_methods import method_call, written_keys
from promo_mypy.inference.effects import Effect, Fact
from promo_mypy.inference.filled import filled
from promo_mypy.inference.loop_bodies import LoopBodies
from promo_mypy.inference.sharing import Sharing
from promo_mypy.statements import Placed, statements
from promo_typing.core.program_files import is_program_file

_ITSELF: Final = (Effect.CHANGED, Effect.MAY_BE_CHANGED)
_WITHIN: Final = (Effect.CHANGED_WITHIN, Effect.HOLDS_CHANGED)
_FILLING: Final = frozenset(
    {"append", "extend", "insert", "update", "setdefault", "__setitem__", "__iadd__"}
)
"""Methods that put something into a list or a dictionary."""


class Changes:
    """All changes of dictionaries and lists in a program."""

    def __init__(self, modules: Iterable[MypyFile]) -> None:
        """Read the modules of the program; they may not have been analysed yet."""
        read = [each for each in modules if is_program_file(each.path)]
        self._keys = set[str]()
        self._counted = set[str]()
        self._sharing = Sharing(read)
        bodies = LoopBodies(read)
        found, contents = set[Fact](), set[Fact]()
        for module in read:
            placed, expressions = [*statements(module.defs)], [*get_subexpressions(module)]
            found.update(self._of_dictionaries(module, placed, expressions, bodies))
            contents.update(self._of_contents(module, placed, expressions))
        self._facts = self._sharing.effects.following(found)
        self._filled_ones = self._sharing.effects.following(contents)
        self._contents = {name for _, name in self._filled_ones}

    def _of_dictionaries(
        self,
        module: MypyFile,
        placed: Iterable[Placed],
        expressions: Iterable[Expression],
        bodies: LoopBodies,
    ) -> Iterator[Fact]:
        """The changes of dictionaries with known keys in a module."""
        built = built_up(module.defs).values()
        added = {each.by for entries in built for each in entries.added}
        for each in placed:
            counted = _counted(each.statement)
            if counted is not None:
                self._counted.add(counted)
                continue
            for target in assigned_by(each.statement):
                if target not in added and not bodies.keeps(target, each, module):
                    yield from self._changed(target)
            yield from self._changed_by(each.statement)
        for expression in expressions:
            if expression not in added:
                yield from self._changed_by(expression)

    def _of_contents(
        self, module: MypyFile, placed: Iterable[Placed], expressions: Iterable[Expression]
    ) -> Iterator[Fact]:
        """The containers that a module fills, except right after they are made."""
        by = {each.by for values in filled(module.defs).values() for each in values}
        for each in placed:
            for target in assigned_by(each.statement):
                is_updated = isinstance(each.statement, OperatorAssignmentStmt)
                yield from self._names_of(target) if is_updated else self._filled(target, by)
        methods = (each for each in expressions if isinstance(each, MemberExpr))
        for method in methods:
            if method.name in _FILLING and method not in by:
                yield from self._names_of(method.expr)

    def has_key(self, key: str) -> bool:
        """Whether an entry with this key is assigned or deleted in any dictionary."""
        return key in self._keys

    def counts(self, key: str) -> bool:
        """Whether an int is added to an entry with this key, or multiplied with it."""
        return key in self._counted

    def has_name(self, name: str) -> bool:
        """Whether unknown entries may be changed in a dictionary of this name."""
        return any((each, name) in self._facts for each in _ITSELF)

    def is_within(self, name: str) -> bool:
        """Whether unknown entries may be changed in a dictionary inside an object of this name."""
        return any((each, name) in self._facts for each in _WITHIN)

    def may_fill(self, name: str) -> bool:
        """Whether anything is put into a container of this name, or into a container in it.

        Statements right after the container is made do not count: see :mod:`filled`.
        """
        return name in self._contents

    def may_fill_itself(self, name: str) -> bool:
        """Whether anything is put into a container of this name, other than one within it."""
        return any((each, name) in self._filled_ones for each in _ITSELF)

    def names(self, expression: Expression) -> Sequence[str]:
        """Return the names of the objects that an expression may be."""
        return self._sharing.value(expression).same

    def _changed(self, target: Expression) -> Iterator[Fact]:
        match target:
            case TupleExpr(items=items) | ListExpr(items=items):
                for item in items:
                    yield from self._changed(item)
            case StarExpr(expr=inner):
                yield from self._changed(inner)
            case IndexExpr(index=StrExpr(value=key)):
                self._keys.add(key)
            case IndexExpr(base=base, index=index) if not _is_of_array(index):
                yield from _root(base)

    def _filled(self, target: Expression, by: Collection[Expression]) -> Iterator[Fact]:
        """The containers that an assignment to this target fills."""
        match target:
            case TupleExpr(items=items) | ListExpr(items=items):
                for item in items:
                    yield from self._filled(item, by)
            case StarExpr(expr=inner):
                yield from self._filled(inner, by)
            case IndexExpr(base=base) if target not in by:
                yield from self._names_of(base)

    def _names_of(self, changed: Expression) -> Iterator[Fact]:
        """A change for each name of the object that an expression stands for."""
        for name in self.names(changed):
            yield Effect.CHANGED, name

    def _changed_by(self, changing: Statement | FuncDef | Expression) -> Iterator[Fact]:
        """The changes by a method of a dictionary, or by ``|=``."""
        match changing:
            case CallExpr() as call:
                method = method_call(call)
                if method is not None and method.may_change:
                    yield from self._changed_keys(method.receiver, method.assigned_keys)
            case OperatorAssignmentStmt(op="|", lvalue=target, rvalue=other):
                yield from self._changed_keys(target, written_keys(other))

    def _changed_keys(self, changed: Expression, keys: Sequence[str] | None) -> Iterator[Fact]:
        if keys is None:
            yield from _root(changed)
        else:
            self._keys.update(keys)


def _counted(statement: Statement | FuncDef) -> str | None:
    """The key of an entry that ``x["step"] += 1`` changes; it keeps its dtype unless it is bool."""
    match statement:
        case OperatorAssignmentStmt(
            op="+" | "-" | "*", lvalue=IndexExpr(index=StrExpr(value=key)), rvalue=IntExpr()
        ):
            return key
    return None


def assigned_by(statement: Statement | FuncDef) -> Iterator[Expression]:
    """Yield the targets that a statement assigns to, changes or deletes."""
    match statement:
        case AssignmentStmt(lvalues=found):
            yield from found
        case OperatorAssignmentStmt(lvalue=target) | ForStmt(index=target) | DelStmt(expr=target):
            yield target
        case WithStmt(target=given):
            yield from (each for each in given if each is not None)
        case TryStmt(vars=caught):
            yield from (each for each in caught if each is not None)


def _is_of_array(index: Expression) -> bool:
    """Whether an index is one of an array, such as ``x[:, 0]``: no key of a dictionary."""
    parts = index.items if isinstance(index, TupleExpr) else [index]
    return any(isinstance(each, SliceExpr | EllipsisExpr) for each in parts)


def _root(changed: Expression) -> Iterator[Fact]:
    """The change of a dictionary: of ``d`` itself, or within ``d`` for ``d["a"]``."""
    effect = Effect.CHANGED
    while isinstance(changed, IndexExpr):
        changed, effect = changed.base, Effect.CHANGED_WITHIN
    if isinstance(changed, NameExpr | MemberExpr):
        yield effect, changed.name
