"""The names in the conditions of a module, such as ``power`` in ``if power < 0:``.

A program that tests a number may not reach every place with every value of that number.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssertStmt,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    GeneratorExpr,
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
        self._names = ByModule(lambda module: frozenset(tested_in(module)))

    def names(self, module: MypyFile) -> frozenset[str]:
        """Return the names in the conditions of a module."""
        return self._names.of(module)


def tested_in(code: MypyFile | FuncDef) -> Iterator[str]:
    """Yield the names in conditions and comparisons, names of fields included."""
    for each in _conditions(code):
        for part in get_subexpressions(each):
            if isinstance(part, NameExpr | MemberExpr):
                yield part.name


def _conditions(code: MypyFile | FuncDef) -> Iterator[Expression]:
    for at in statements(code.defs if isinstance(code, MypyFile) else code.body.body):
        match at.statement:
            case IfStmt(expr=conditions):
                yield from conditions
            case MatchStmt(subject=condition, guards=guards):
                yield condition
                yield from (each for each in guards if each is not None)
            case WhileStmt(expr=condition) | AssertStmt(expr=condition):
                yield condition
    for each in get_subexpressions(code):
        match each:
            case ConditionalExpr(cond=condition):
                yield condition
            case GeneratorExpr(condlists=each_loop):
                yield from (condition for several in each_loop for condition in several)
            case ComparisonExpr():
                yield each
            case OpExpr(op="and" | "or"):
                yield each
