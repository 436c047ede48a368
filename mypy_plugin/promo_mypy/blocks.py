"""Settings of JAX that a program itself changes, or asks for, around a block or a function.

``with jax.enable_x64(True):`` holds for what is written in its body, ``@jax.enable_x64(True)`` for
the body of the function, and ``if jax.config.jax_enable_x64:`` for both of its branches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any, Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    Block,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    IfStmt,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OverloadedFuncDef,
    StrExpr,
    TryStmt,
    UnaryExpr,
    WhileStmt,
    WithStmt,
)
from mypy.plugin import CheckerPluginInterface

from promo_mypy import config
from promo_mypy.fullnames import BUILTIN_FALSE, BUILTIN_TRUE, SETTING_STATES, X64_FLAGS
from promo_typing.lattice.semantics import Semantics

_TRUTH: Final = {BUILTIN_TRUE: True, BUILTIN_FALSE: False}


class Region(NamedTuple):
    """Lines of a module, and the settings that hold there; None if the program decides them."""

    first: int
    last: int
    semantics: Semantics | None


class Blocks:
    """The settings at each line, for one module at a time."""

    def __init__(self, semantics: Semantics) -> None:
        """Take the settings that hold outside of all blocks."""
        self._usual = semantics
        self._module: MypyFile | None = None
        self._regions: tuple[Region, ...] = ()

    def at(self, api: CheckerPluginInterface, line: int) -> Semantics | None:
        """Return the settings at a line of the module that is being checked.

        None where the program decides at run time: ``with jax.enable_x64(flag):``.
        """
        if isinstance(api, TypeChecker) and api.tree is not self._module:
            self._module = api.tree
            self._regions = tuple(_regions(api.tree.defs, self._usual))
        found: Semantics | None = self._usual
        for region in self._regions:  # Inner ones come after those around them.
            if region.first <= line <= region.last:
                found = region.semantics
        return found


def _regions(statements: Iterable[Node], outside: Semantics | None) -> Iterator[Region]:
    for statement in statements:
        for part in _parts(statement):
            inside = reduce(_changed, _set_by(statement), outside)
            if isinstance(statement, IfStmt):
                inside = _chosen(statement, part, inside)
            if inside is not outside:
                yield Region(part.line, part.end_line or part.line, inside)
            yield from _regions([part], inside)


def _set_by(statement: Node) -> list[Expression]:
    """What a statement is under: the managers of a ``with``, the decorators of a function."""
    if isinstance(statement, WithStmt):
        return statement.expr
    return statement.original_decorators if isinstance(statement, Decorator) else []


def _chosen(statement: IfStmt, branch: Node, outside: Semantics | None) -> Semantics | None:
    """The settings in a branch of ``if jax.config.jax_enable_x64:``."""
    condition, x64 = statement.expr[0], branch is statement.body[0]
    while isinstance(condition, UnaryExpr) and condition.op == "not":
        condition, x64 = condition.expr, not x64
    if outside is None or _full_name(condition) not in X64_FLAGS:
        return outside
    return replace(outside, x64=x64)


def _parts(statement: Node) -> Iterator[Node]:
    """The statements right inside of a statement."""
    match statement:
        case Block():
            yield from statement.body
        case FuncDef() | WithStmt():
            yield statement.body
        case Decorator():
            yield statement.func
        case ClassDef():
            yield statement.defs
        case OverloadedFuncDef():
            yield from statement.items
        case IfStmt():
            yield from (*statement.body, *_given(statement.else_body))
        case ForStmt() | WhileStmt():
            yield from (statement.body, *_given(statement.else_body))
        case MatchStmt():
            yield from statement.bodies
        case TryStmt():
            yield from (statement.body, *statement.handlers)
            yield from _given(statement.else_body, statement.finally_body)


def _given(*blocks: Block | None) -> Iterator[Block]:
    yield from (block for block in blocks if block is not None)


def _changed(semantics: Semantics | None, manager: Expression) -> Semantics | None:
    """The settings under one more manager."""
    if not isinstance(manager, CallExpr):
        return semantics
    setting = SETTING_STATES.get(_full_name(manager.callee) or "")
    if setting is None or semantics is None:
        return semantics
    value = _value(manager.args) if manager.args else True
    known: dict[str, Any] = {setting: value}
    return replace(semantics, **known) if value in config.ALLOWED[setting] else None


def _value(arguments: list[Expression]) -> object:
    match arguments:
        case [NameExpr(fullname=name)] if name in _TRUTH:
            return _TRUTH[name]
        case [StrExpr(value=word)]:
            return word
    return None


def _full_name(expression: Expression) -> str | None:
    """The full name of what an expression names, or of an attribute of that."""
    match expression:
        case MemberExpr(expr=NameExpr(node=MypyFile() as module)):
            return f"{module.fullname}.{expression.name}"  # mypy gives none if a stub lacks it.
        case MemberExpr():
            return expression.fullname or f"{_full_name(expression.expr)}.{expression.name}"
        case NameExpr():
            return expression.fullname
    return None
