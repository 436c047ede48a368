"""Statements that change JAX's settings: ``jax.config.update("jax_enable_x64", True)``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Final

from mypy.nodes import (
    Block,
    CallExpr,
    ClassDef,
    Decorator,
    ExpressionStmt,
    FakeInfo,
    ForStmt,
    FuncDef,
    IfStmt,
    MatchStmt,
    Node,
    StrExpr,
    TryStmt,
    WhileStmt,
    WithStmt,
)

from promo_mypy.fullnames import CONFIG_UPDATES, SETTING_FLAGS
from promo_mypy.setting_values import full_name, value_of, with_setting
from promo_typing.lattice.semantics import Semantics

_SET_UPS: Final = ("setUpClass", "setup_class", "setUp", "setup_method")
"""Methods that unittest and pytest call before the tests of a class, in this order."""


_MODULE_SET_UPS: Final = frozenset({"setUpModule", "setup_module"})
"""Functions that unittest and pytest call before the tests of a module."""


def after(statement: Node, before: Semantics | None) -> Semantics | None:
    """Return the settings after a statement; None if they depend on which branch is taken."""
    if isinstance(statement, ExpressionStmt) and isinstance(statement.expr, CallExpr):
        return _updated(before, statement.expr)
    ends = {_after_all(branch, before) for branch in _branches(statement)}
    if not ends or _may_do_nothing(statement):
        ends.add(before)
    if isinstance(statement, TryStmt) and statement.finally_body is not None:
        ends = {_after_all(statement.finally_body, end) for end in ends}
    return ends.pop() if len(ends) == 1 else None


def after_set_up(definition: ClassDef, before: Semantics | None) -> Semantics | None:
    """Return the settings in the methods of a test class, after its set-up methods.

    Set-up methods of base classes count, too, if these are in the same module.
    """
    info = definition.info
    if isinstance(info, FakeInfo):  # mypy has not analysed the class, which is never reached.
        return before
    classes = [base for base in reversed(info.mro) if base.module_name == info.module_name]
    methods = [base.names[name].node for base in classes for name in _SET_UPS if name in base.names]
    functions = [node.func if isinstance(node, Decorator) else node for node in methods]
    bodies = [function.body for function in functions if isinstance(function, FuncDef)]
    return reduce(lambda found, body: _after_all(body, found), bodies, before)


def after_module_set_up(statements: Iterable[Node], before: Semantics | None) -> Semantics | None:
    """Return the settings in the functions and classes of a module, after its set-up function."""
    for each in statements:
        if isinstance(each, FuncDef) and each.name in _MODULE_SET_UPS:
            return _after_all(each.body, before)
    return before


def _after_all(block: Block, before: Semantics | None) -> Semantics | None:
    """The settings after a sequence of statements."""
    return reduce(lambda found, statement: after(statement, found), block.body, before)


def _branches(statement: Node) -> Iterable[Block]:
    """The alternative blocks of a statement; none for a definition, which runs nothing."""
    match statement:
        case Block():
            return [statement]
        case WithStmt(body=body):
            return [body]
        case ForStmt(body=body, else_body=last) | WhileStmt(body=body, else_body=last):
            return [body, *given(last)]
        case IfStmt(body=bodies, else_body=last):
            return [*bodies, *given(last)]
        case TryStmt(body=body, handlers=handlers, else_body=last):
            return [body, *handlers, *given(last)]
        case MatchStmt(bodies=bodies):
            return bodies
    return []


def _may_do_nothing(statement: Node) -> bool:
    """Whether a statement may run none of its blocks."""
    if isinstance(statement, IfStmt):
        return statement.else_body is None
    return isinstance(statement, (ForStmt, WhileStmt, MatchStmt))


def given(*blocks: Block | None) -> Iterator[Block]:
    """Yield the blocks that are not None."""
    yield from (block for block in blocks if block is not None)


def _updated(before: Semantics | None, call: CallExpr) -> Semantics | None:
    """The settings after a call, which changes them if it is ``jax.config.update``."""
    match call.args:
        case [StrExpr(value=flag), value] if flag in SETTING_FLAGS:
            if full_name(call.callee) in CONFIG_UPDATES:
                return with_setting(before, SETTING_FLAGS[flag], value_of([value]))
    return before
