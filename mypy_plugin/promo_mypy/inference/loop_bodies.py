"""Functions that only JAX's loops call, such as the body of ``scan``.

JAX flattens a carry and builds a new one for each call. So ``carry["step"] += 1`` in such a
function changes no other dictionary. And the entry keeps its dtype, because JAX refuses a carry
that changes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    StrExpr,
    TupleExpr,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.statements import Placed, statements

_LOOPS: Final = frozenset({"scan", "while_loop", "fori_loop"})
_OF_JAX: Final = "lax"


class LoopBodies:
    """Finds these functions by name, in modules that mypy may not have analysed yet."""

    def __init__(self, modules: Iterable[MypyFile]) -> None:
        """Take all modules; they are read only if one sets an entry of a parameter."""
        self._modules = [*modules]
        self._writes: dict[FuncDef, Counter[tuple[str, str | None]]] = {}

    @cached_property
    def _uses(self) -> Mapping[MypyFile, Counter[str]]:
        return {each: Counter(_used(each)) for each in self._modules}

    @cached_property
    def _passed(self) -> Mapping[MypyFile, Counter[str]]:
        return {each: Counter(_passed_to_loops(each)) for each in self._modules}

    def keeps(self, target: Expression, placed: Placed, module: MypyFile) -> bool:
        """Whether an assignment changes only the carry of a loop's body, and is the only such one.

        Args:
            target: the target of the assignment, such as ``carry["step"]``.
            placed: the statement.
            module: the module of the statement.
        """
        match target:
            case IndexExpr(base=NameExpr(name=name), index=StrExpr(value=key)) if placed.functions:
                function = placed.functions[-1]
                if name not in function.arg_names or not self._is_body(placed, module):
                    return False
                writes = self._writes.setdefault(function, Counter(_written(function)))
                return writes[name, key] == 1 and not writes[name, None]
        return False

    def _is_body(self, placed: Placed, module: MypyFile) -> bool:
        """Whether the innermost function around a statement is only ever passed to a loop."""
        name = placed.functions[-1].name
        passed = self._passed[module][name]
        if not passed:
            return False
        near = [module] if len(placed.functions) > 1 else self._modules
        return passed == sum(self._uses[each][name] for each in near)


def _used(module: MypyFile) -> Iterator[str]:
    for each in get_subexpressions(module):
        if isinstance(each, NameExpr | MemberExpr):
            yield each.name


def _passed_to_loops(module: MypyFile) -> Iterator[str]:
    for each in get_subexpressions(module):
        match each:
            case CallExpr(callee=MemberExpr(name=called, expr=owner), args=given) if (
                called in _LOOPS and _is_lax(owner)
            ):
                yield from (arg.name for arg in given if isinstance(arg, NameExpr))


def _is_lax(owner: Expression) -> bool:
    return isinstance(owner, NameExpr | MemberExpr) and owner.name == _OF_JAX


def _written(function: FuncDef) -> Iterator[tuple[str, str | None]]:
    """The variables and keys of entries that a function sets; no key if it sets the variable."""
    for placed in statements(function.body.body):
        match placed.statement:
            case AssignmentStmt(lvalues=targets):
                yield from (each for target in targets for each in _entries(target))
            case OperatorAssignmentStmt(lvalue=target):
                yield from _entries(target)


def _entries(target: Expression) -> Iterator[tuple[str, str | None]]:
    match target:
        case IndexExpr(base=NameExpr(name=name), index=StrExpr(value=key)):
            yield name, key
        case NameExpr(name=name):
            yield name, None
        case TupleExpr(items=items) | ListExpr(items=items):
            for item in items:
                yield from _entries(item)
