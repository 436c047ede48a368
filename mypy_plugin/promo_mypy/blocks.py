"""Settings of JAX that a program changes, or tests, for a block or a function.

``with jax.enable_x64(True):`` holds for its body, and ``@jax.enable_x64(True)`` for the body of the
function. ``if jax.config.jax_enable_x64:`` tells the setting in each of its branches.
``jax.config.update("jax_enable_x64", True)`` holds for the rest of the function; in the ``setUp``
of a class it holds for the methods of the class.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Final, NamedTuple

from mypy.nodes import (
    Block,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    MatchStmt,
    MemberExpr,
    NameExpr,
    Node,
    OverloadedFuncDef,
    RaiseStmt,
    ReturnStmt,
    TryStmt,
    UnaryExpr,
    Var,
    WhileStmt,
    WithStmt,
)

from promo_mypy.config_updates import after, after_module_set_up, after_set_up, given
from promo_mypy.fullnames import EARLIER_MODULE, SETTING_STATES, X64_FLAGS, X64_OFF
from promo_mypy.setting_values import full_name, value_of, with_setting
from promo_mypy.statements import DEFINITIONS, SIMPLE
from promo_typing.lattice.semantics import Semantics


class Region(NamedTuple):
    """Lines of a module, with JAX's settings there; None if they are known only at run time."""

    first: int
    last: int
    semantics: Semantics | None

    @classmethod
    def everywhere(cls, semantics: Semantics) -> Region:
        """Return the region of all lines of a module."""
        return cls(-1, sys.maxsize, semantics)


def regions(
    statements: Iterable[Node], outside: Semantics | None, *, is_module: bool = False
) -> Iterator[Region]:
    """Yield the regions in a sequence of statements, inner ones after outer ones.

    With ``is_module`` updates do not count: one in the statements of a module is for the whole
    program, and belongs to the project's settings.
    """
    body = [*statements]
    following, in_tests = outside, after_module_set_up(body, outside) if is_module else outside
    for statement in body:
        around = in_tests if is_module and isinstance(statement, DEFINITIONS) else following
        if around is not outside:
            yield Region(statement.line, statement.end_line or statement.line, around)
        if type(statement) in SIMPLE:
            continue
        for part, inside in _inside(statement, around):
            if inside is not around:
                yield Region(part.line, part.end_line or part.line, inside)
            yield from regions(part.body if isinstance(part, Block) else [part], inside)
        if not is_module:
            following = after(statement, following)
        if isinstance(statement, IfStmt) and _ends(statement.body[0]):
            following = _where(statement.expr[0], following, holds=False)


def _inside(statement: Node, outside: Semantics | None) -> Iterator[tuple[Node, Semantics | None]]:
    """The parts of a statement, each with the settings that hold in it."""
    for part in _parts(statement):
        match statement:
            case WithStmt():
                yield part, reduce(_changed, statement.expr, outside)
            case Decorator():
                yield part, reduce(_changed, statement.original_decorators, outside)
            case ClassDef():
                yield part, after_set_up(statement, outside)
            case TryStmt(body=body):
                known = part is body or after(body, outside) == outside
                yield part, outside if known else None
            case IfStmt():
                holds = part is statement.body[0]
                yield part, _where(statement.expr[0], outside, holds=holds)
            case _:
                yield part, outside


def _where(condition: Expression, outside: Semantics | None, *, holds: bool) -> Semantics | None:
    """The settings if a condition, such as ``jax.config.jax_enable_x64``, is true or false."""
    while isinstance(condition, UnaryExpr) and condition.op == "not":
        condition, holds = condition.expr, not holds
    if outside is None or full_name(condition) not in X64_FLAGS:
        return outside
    return replace(outside, x64=holds)


def _ends(branch: Block) -> bool:
    """Whether the statements after a branch are never reached from it."""
    match branch.body:
        case [*_, ReturnStmt() | RaiseStmt()]:
            return True
        case [
            *_,
            ExpressionStmt(expr=CallExpr(callee=NameExpr(name=name) | MemberExpr(name=name))),
        ]:
            return name in _ENDING
    return False


_ENDING: Final = frozenset({"skip", "skipTest", "exit"})
"""Functions of unittest, pytest and sys that never return."""


def _parts(statement: Node) -> Iterator[Node]:
    """The statements and blocks directly inside a statement."""
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
            yield from (*statement.body, *given(statement.else_body))
        case ForStmt() | WhileStmt():
            yield from (statement.body, *given(statement.else_body))
        case MatchStmt():
            yield from statement.bodies
        case TryStmt():
            yield from (statement.body, *statement.handlers)
            yield from given(statement.else_body, statement.finally_body)


def _changed(semantics: Semantics | None, manager: Expression) -> Semantics | None:
    """The settings inside one more context manager or decorator."""
    if not isinstance(manager, CallExpr):
        return semantics
    if isinstance(manager.callee, MemberExpr) and manager.callee.name in _SKIPPED and manager.args:
        return _where(manager.args[0], semantics, holds=_SKIPPED[manager.callee.name])
    name = _manager(manager.callee)
    setting = SETTING_STATES.get(name)
    if setting is None:
        return semantics
    value = value_of(manager.args) if manager.args else name != X64_OFF
    return with_setting(semantics, setting, value)


def _manager(callee: Expression) -> str:
    """The full name of a context manager; that of an earlier JAX if mypy does not find a name."""
    if isinstance(callee, NameExpr) and isinstance(callee.node, Var):
        earlier = f"{EARLIER_MODULE}.{callee.name}"
        if callee.node.is_suppressed_import and earlier in SETTING_STATES:
            return earlier
    return full_name(callee) or ""


_SKIPPED: Final = {"skipUnless": True, "skipIf": False, "skipif": False}
"""Decorators of unittest and pytest, with the value of the condition for which a test runs."""
