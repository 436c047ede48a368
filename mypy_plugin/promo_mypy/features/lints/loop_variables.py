"""The variables that a Python loop carries from one iteration to the next, read from the source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    ConditionalExpr,
    Context,
    Expression,
    ForStmt,
    IfStmt,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    StarExpr,
    Statement,
    SymbolNode,
    TryStmt,
    TupleExpr,
    Var,
    WhileStmt,
    WithStmt,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.origins.items import Path
from promo_mypy.statements import statements

_CASTS: Final = frozenset({"astype", "asarray", "array", "convert_element_type", "view"})
_Loop: TypeAlias = ForStmt | WhileStmt


class HandedOn(NamedTuple):
    """A variable that a loop carries, with the assignment that gives it a value.

    Attributes:
        name: the target of the assignment.
        path: the path to the item of the value that the variable gets; empty for the whole value.
        items: the loop's own variables: ``x`` in ``for x in xs``.
    """

    name: NameExpr
    path: Path
    items: frozenset[SymbolNode]


class LoopVariables:
    """The variables that the loops of a module carry, by the last value of each in an iteration."""

    def __init__(self, module: MypyFile) -> None:
        """Read a module that mypy has analysed."""
        self._values: dict[Expression, list[HandedOn]] = {}
        self._added: dict[Expression, list[HandedOn]] = {}
        for placed in statements(module.defs):
            if isinstance(placed.statement, ForStmt | WhileStmt):
                self._take(placed.statement)

    def of(self, expression: Context) -> Sequence[HandedOn]:
        """Return the variables whose last value in an iteration is this expression.

        For ``h += x`` it is the operation ``h + x``, which mypy makes up.
        """
        if isinstance(expression, OpExpr) and expression.right in self._added:
            return self._added[expression.right]
        return self._values.get(expression, ()) if isinstance(expression, Expression) else ()

    def _take(self, loop: _Loop) -> None:
        assigned = [*_assigned(loop.body, ())]
        items = _items(loop)
        handed_on = _handed_on(loop, assigned) - items
        for place, each in enumerate(assigned):
            if each.name.node not in handed_on or _is_replaced(each, assigned[place + 1 :]):
                continue
            handed = HandedOn(each.name, each.path, items)
            if each.is_added:
                self._added[each.value] = [handed]
                continue
            for value in _written(each.value, assigned[:place]):
                self._values.setdefault(value, []).append(handed)


class _Assigned(NamedTuple):
    """An assignment to a variable.

    Attributes:
        name: the target.
        value: the value on the right.
        path: the path to the item of the value that the variable gets.
        statement: the statement.
        blocks: the blocks around the statement, the outermost first.
    """

    name: NameExpr
    value: Expression
    path: Path
    statement: Statement
    blocks: tuple[Block, ...]

    @property
    def is_added(self) -> bool:
        return isinstance(self.statement, OperatorAssignmentStmt)


def _assigned(block: Block, around: tuple[Block, ...]) -> Iterator[_Assigned]:
    """Yield the assignments in a block, in the order of the source."""
    blocks = (*around, block)
    for statement in block.body:
        match statement:
            case AssignmentStmt(lvalues=targets, rvalue=value):
                for target in targets:
                    for bound in _bound(target, value, ()):
                        yield _Assigned(*bound, statement, blocks)
            case OperatorAssignmentStmt(lvalue=NameExpr() as name, rvalue=value):
                yield _Assigned(name, value, (), statement, blocks)
            case _:
                for inner in _blocks(statement):
                    yield from _assigned(inner, blocks)


def _blocks(statement: Statement) -> Sequence[Block]:
    found: Sequence[Block | None] = ()
    match statement:
        case IfStmt(body=bodies, else_body=last):
            found = [*bodies, last]
        case ForStmt(body=body, else_body=last) | WhileStmt(body=body, else_body=last):
            found = [body, last]
        case WithStmt(body=body):
            found = [body]
        case TryStmt(body=body, handlers=handlers, else_body=last, finally_body=final):
            found = [body, *handlers, last, final]
    return [each for each in found if each is not None]


def _bound(
    target: Expression, value: Expression, path: Path
) -> Iterator[tuple[NameExpr, Expression, Path]]:
    """The variables of an assignment, each with its value and the path to its item."""
    match target:
        case NameExpr(node=Var()):
            yield target, value, path
        case TupleExpr(items=targets) | ListExpr(items=targets):
            if any(isinstance(each, StarExpr) for each in targets):
                return
            written = value.items if isinstance(value, TupleExpr) and not path else []
            for place, each in enumerate(targets):
                if len(written) == len(targets):
                    yield from _bound(each, written[place], ())
                else:
                    yield from _bound(each, value, (*path, place))


def _is_replaced(one: _Assigned, later: Sequence[_Assigned]) -> bool:
    """Whether the variable certainly gets another value before the iteration ends."""
    return any(
        each.name.node is one.name.node and each.blocks == one.blocks[: len(each.blocks)]
        for each in later
    )


def _handed_on(loop: _Loop, assigned: Sequence[_Assigned]) -> set[SymbolNode | None]:
    """The variables that an iteration reads before it gives them a value."""
    targets = {each.name for each in assigned if not each.is_added}
    written = {each.name.node: _end(each.statement) for each in reversed(assigned)}
    reads = (e for e in get_subexpressions(loop) if isinstance(e, NameExpr) and e not in targets)
    return {
        name.node
        for name in reads
        if name.node in written and (name.line, name.column) < written[name.node]
    }


def _items(loop: _Loop) -> frozenset[SymbolNode]:
    index = get_subexpressions(loop.index) if isinstance(loop, ForStmt) else []
    return frozenset(e.node for e in index if isinstance(e, NameExpr) and e.node is not None)


def _end(statement: Statement) -> tuple[int, int]:
    return statement.end_line or statement.line, statement.end_column or statement.column


def _written(value: Expression, before: Sequence[_Assigned]) -> Iterator[Expression]:
    """The expressions that a value may be, also through variables; none for a cast."""
    match value:
        case ConditionalExpr(if_expr=one, else_expr=other):
            yield from (*_written(one, before), *_written(other, before))
        case CallExpr(callee=NameExpr(name=name) | MemberExpr(name=name)) if name in _CASTS:
            return
        case NameExpr(node=variable):
            found = [each for each in before if each.name.node is variable]
            if len(found) == 1 and not found[0].path and not found[0].is_added:
                yield from _written(found[0].value, ())
        case _:
            yield value
