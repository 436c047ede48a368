"""Python loops in which a variable gets a wider dtype than it had before the loop.

The loops of ``jax.lax`` refuse that. In a Python loop JAX says nothing: from the second iteration
on it computes in the wider dtype, and traces and compiles jitted functions once more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, SymbolNode
from mypy.server.subexpr import get_subexpressions
from mypy.types import TupleType, Type, get_proper_type

from promo_mypy.errorcodes import LINT_CODES
from promo_mypy.features.control_flow import carry
from promo_mypy.features.control_flow.origins import written_leaf
from promo_mypy.features.lints import messages
from promo_mypy.features.lints.loop_variables import HandedOn
from promo_mypy.features.lints.report import sources_of
from promo_mypy.inference.checkers import type_at_loop
from promo_mypy.origins import words
from promo_mypy.origins.items import Path
from promo_mypy.origins.sources import Entered, Sources
from promo_mypy.types.expressions import known_type
from promo_mypy.types.pytrees import Change, leaves
from promo_mypy.unwatched import unwatched
from promo_typing.core import lints
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.suspects import SMALL

if TYPE_CHECKING:
    from promo_mypy.session import Session


def look(session: Session, ctx: Any, result: Type) -> None:
    """Report a variable of a loop if the current expression gives it a wider dtype.

    Nothing is reported if the expression itself is reported as a widening.
    """
    checker, value = ctx.api, ctx.context
    if not isinstance(checker, TypeChecker) or not isinstance(value, Expression):
        return
    if checker.path in checker.errors.ignored_files:
        return  # mypy drops what is reported in a library; to read its loops takes long.
    if lints.LOOP_WIDENING not in session.lints.enabled_in(checker):
        return
    if session.inference.visits.is_aside:
        return
    handed_on = session.lints.loops(checker.tree).of(value)
    if not handed_on:
        return
    items = frozenset[SymbolNode]().union(*(each.items for each in handed_on))
    for variable in {each.name.node: each for each in handed_on}.values():
        changes = _changes(session, variable, result, checker)
        found = [each for each in changes if not _is_of_item(session, each, value, items, checker)]
        if found and not session.lints.is_told(checker.tree.fullname, value):
            _report(session, variable, found, value, checker)


def _is_of_item(
    session: Session,
    change: Change,
    value: Expression,
    items: Collection[SymbolNode],
    checker: TypeChecker,
) -> bool:
    """Whether an item of the loop's iterable may bring the dtype, or is the called function.

    Then each iteration differs, as in a loop over a list of layers.
    """
    if not items:
        return False
    callee = value.callee if isinstance(value, CallExpr) else None
    function = callee.expr if isinstance(callee, MemberExpr) else callee
    if isinstance(function, NameExpr) and function.node in items:
        return True
    names = (each for each in get_subexpressions(value) if isinstance(each, NameExpr))
    types = (known_type(each, checker) for each in names if each.node in items)
    return any(
        carry.dtype_of(session, leaf) == change.after
        for typ in types
        if typ is not None
        for leaf in leaves(typ)
    )


def _changes(
    session: Session, variable: HandedOn, result: Type, checker: TypeChecker
) -> Iterator[Change]:
    before, after = type_at_loop(variable.name, checker), _item(result, variable.path)
    if before is not None and after is not None:
        found = carry.changes(session, before, after)
        yield from (each for each in found if _is_widening(each))


def _item(whole: Type, path: Path) -> Type | None:
    """The type of an item of a result; None if it is not known."""
    for step in path:
        proper = get_proper_type(whole)
        items = proper.items if isinstance(proper, TupleType) else []
        if not isinstance(step, int) or step >= len(items):
            return None
        whole = items[step]
    return whole


def _is_widening(change: Change) -> bool:
    before, after = NODES[change.before], NODES[change.after]
    is_alike = before.kind == after.kind and not before.weak and not after.weak
    return is_alike and before.bits <= SMALL and before.bits < after.bits


def _report(
    session: Session,
    variable: HandedOn,
    found: Sequence[Change],
    value: Expression,
    checker: TypeChecker,
) -> None:
    said = messages.loop_widening(variable.name.name, found)
    leaf = found[0]._replace(steps=(*variable.path, *found[0].steps))
    code = LINT_CODES[lints.LOOP_WIDENING]
    with unwatched(checker.msg.errors):
        checker.fail(f"lint: {said}", value, code=code)
        for note in _origins(session, leaf, value, checker):
            checker.note(note, value, code=code)


def _origins(
    session: Session, change: Change, value: Expression, checker: TypeChecker
) -> Iterator[str]:
    """Notes on the values that bring the wider dtype, as far as they are found."""
    sources = sources_of(session, checker)
    for leaf, entered in _leaves(change, value, sources):
        for each in sources.of(leaf, change.after, entered):
            if each.definition is not value:
                default = session.lints.is_default(checker.tree.fullname, each.definition)
                yield words.explanation(
                    sources, each, change.after, leaf, default=default, options=checker.options
                )


def _leaves(
    change: Change, value: Expression, sources: Sources
) -> Iterator[tuple[Expression, Entered]]:
    """The expressions of the leaf: the value itself, or a part of a function's result."""
    if not change.steps:
        yield value, {}
        return
    values, function, given = sources.returned(value)
    for each in values:
        leaf = written_leaf(each, change.steps, sources.definitions)
        if leaf is not None and function is not None:
            yield leaf, {function: given}
