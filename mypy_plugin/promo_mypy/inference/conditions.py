"""The names in the conditions of a module, such as ``power`` in ``if power < 0:``.

A program that tests a number may not reach every place with every value of that number.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    IfStmt,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    WhileStmt,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.by_module import ByModule
from promo_mypy.statements import statements


class Conditions:
    """Finds the names in conditions and comparisons, names of fields included."""

    def __init__(self) -> None:
        """Start without a module."""
        self._names = ByModule(lambda module: frozenset(_tested(module)))

    def names(self, module: MypyFile) -> frozenset[str]:
        """Return the names in the conditions of a module."""
        return self._names.of(module)


def _tested(module: MypyFile) -> Iterator[str]:
    """The names in the conditions and comparisons of a module, names of fields included."""
    for each in _conditions(module):
        for part in get_subexpressions(each):
            if isinstance(part, NameExpr | MemberExpr):
                yield part.name


def _conditions(module: MypyFile) -> Iterator[Expression]:
    for at in statements(module.defs):
        match at.statement:
            case IfStmt(expr=conditions):
                yield from conditions
            case WhileStmt(expr=condition) | MatchStmt(subject=condition):
                yield condition
    for each in get_subexpressions(module):
        match each:
            case ConditionalExpr(cond=condition):
                yield condition
            case ComparisonExpr():
                yield each
            case OpExpr(op="and" | "or"):
                yield each
