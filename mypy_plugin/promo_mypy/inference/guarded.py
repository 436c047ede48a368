"""Parts of a function that run only for some dtypes or modes: ``if x.dtype.kind in "iu":``.

A body is checked for the dtypes of one call. mypy skips the branches that these never reach, as far
as the plugin can tell. Where it cannot, a finding in a branch may be one that JAX never meets, and
so may one about a variable that the branch has assigned: ``if x.dtype != y.dtype: y = ...``. The
same holds in ``try:`` if the program catches such errors, and in ``except ValueError:``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from mypy.nodes import (
    Block,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Context,
    Expression,
    FuncItem,
    IfStmt,
    MatchStmt,
    NameExpr,
    OpExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    TryStmt,
    UnaryExpr,
    WhileStmt,
)
from mypy.server.subexpr import get_subexpressions
from mypy.types import Instance, LiteralType, Type, get_proper_type

from promo_mypy.fullnames import DTYPE_TESTS
from promo_mypy.inference.about_dtypes import AboutDtypes
from promo_mypy.inference.changes import assigned_by
from promo_mypy.statements import blocks, statements

_MEMBERSHIP: Final = (DTYPE_TESTS["in"], DTYPE_TESTS["not in"])
_LOGICAL: Final = ("and", "or")
_RAISED: Final = frozenset(
    {"BaseException", "Exception", "TypeError", "ValueError", "OverflowError", "IndexError"}
)
"""The classes of the errors that JAX raises for wrong dtypes, and their base classes."""
TypeOf: TypeAlias = Callable[[Expression], Type | None]


class Span(NamedTuple):
    """A part of a file, from one place to another; a place is a line and a column."""

    start: tuple[int, int]
    end: tuple[int, int]

    @classmethod
    def of(cls, first: Context, last: Context) -> Span:
        """Return the part from the start of one node to the end of another."""
        end = last.end_line or last.line, last.end_column or last.column
        return cls((first.line, first.column), end)

    def has(self, line: int, column: int) -> bool:
        """Whether a place is inside."""
        return self.start <= (line, column) < self.end


def guarded(function: FuncItem, type_of: TypeOf) -> Iterator[Span]:
    """Yield the parts of a function that may not run for the dtypes of a call.

    Args:
        function: the function.
        type_of: returns the type that an expression has in the check for the call. A condition of
            type ``Literal[True]`` or ``Literal[False]`` is decided.
    """
    body = function.body.body
    tests = _Tests(body, type_of)
    for sequence in blocks(body):
        yield from _of_statements(sequence, tests)
    for each in get_subexpressions(function.body):
        yield from _of_expression(each, tests)


def is_guarded(place: Context, function: FuncItem, type_of: TypeOf) -> bool:
    """Whether a place is in one of these parts of a function."""
    return any(each.has(place.line, place.column) for each in guarded(function, type_of))


def _of_statements(sequence: Sequence[Statement], tests: _Tests) -> Iterator[Span]:
    changed = set[str]()
    for place, statement in enumerate(sequence):
        if not changed.isdisjoint(_names_in(statement)):
            changed.update(_assigned([statement]))
            yield Span.of(statement, statement)
        match statement:
            case IfStmt(expr=conditions) if any(map(tests.are_open, conditions)):
                yield Span.of(statement, statement)
                changed.update(_assigned([statement]))
                if any(map(_ends, _branches(statement))):
                    yield from (Span.of(each, each) for each in sequence[place + 1 :])
            case WhileStmt(expr=condition) if tests.are_open(condition):
                yield Span.of(statement, statement)
            case MatchStmt(subject=subject) if tests.are_open(subject):
                yield Span.of(statement, statement)
                changed.update(_assigned([statement]))
            case TryStmt(body=body, handlers=handlers, types=types) if any(map(_catches, types)):
                yield from (Span.of(each, each) for each in (body, *handlers))


def _catches(exceptions: Expression | None) -> bool:
    """Whether an ``except`` catches errors that JAX raises; a bare one does, and has no class."""
    names = get_subexpressions(exceptions) if exceptions is not None else ()
    caught = {each.name for each in names if isinstance(each, NameExpr)}
    return exceptions is None or not caught.isdisjoint(_RAISED)


def _names_in(statement: Statement) -> Iterator[str]:
    found = (each for each in get_subexpressions(statement) if isinstance(each, NameExpr))
    return (each.name for each in found)


def _assigned(body: Sequence[Statement]) -> Iterator[str]:
    """The names that statements assign, as plain targets or in tuples."""
    for placed in statements(body):
        for target in assigned_by(placed.statement):
            yield from (e.name for e in get_subexpressions(target) if isinstance(e, NameExpr))


def _of_expression(expression: Expression, tests: _Tests) -> Iterator[Span]:
    """The operands that may not run. mypy looks even at one that certainly never runs."""
    match expression:
        case ConditionalExpr(cond=condition, if_expr=one, else_expr=other):
            if tests.value(condition) is not True and tests.may_skip(condition):
                yield Span.of(one, one)
            if tests.value(condition) is not False and tests.may_skip(condition):
                yield Span.of(other, other)
        case OpExpr(op=sign, left=left, right=right) if sign in _LOGICAL and tests.may_skip(left):
            if tests.value(left) is not (sign == "and"):
                yield Span.of(right, right)


def _branches(statement: IfStmt) -> Iterator[Block]:
    yield from statement.body
    if statement.else_body is not None:
        yield statement.else_body


def _ends(branch: Block) -> bool:
    """Whether the statements after a branch are not reached from it."""
    return bool(branch.body) and isinstance(branch.body[-1], ReturnStmt | RaiseStmt)


class _Tests:
    """Tells which conditions are not decided, although the call decides them."""

    def __init__(self, body: Sequence[Statement], type_of: TypeOf) -> None:
        self._type_of = type_of
        self._about_dtypes = AboutDtypes(body)

    def are_open(self, condition: Expression) -> bool:
        """Whether a condition is about dtypes or a mode, and its value is not known."""
        match condition:
            case UnaryExpr(op="not", expr=operand):
                return self.are_open(operand)
            case OpExpr(op=sign, left=left, right=right) if sign in _LOGICAL:
                return self.are_open(left) or self.are_open(right)
        is_asked = self._about_dtypes.is_about(condition) or self._is_of_known_text(condition)
        return is_asked and not _is_known(self._type_of(condition))

    def may_skip(self, condition: Expression) -> bool:
        """Whether the call decides a condition, so that what depends on it may not run."""
        return self.are_open(condition) or self.value(condition) is not None

    def value(self, condition: Expression) -> bool | None:
        """Return the value of a condition; None if it is not known."""
        match condition:
            case UnaryExpr(op="not", expr=operand):
                value = self.value(operand)
                return None if value is None else not value
            case OpExpr(op=sign, left=left, right=right) if sign in _LOGICAL:
                values = {self.value(left), self.value(right)}
                decides = sign == "or"
                return decides if decides in values else None if None in values else not decides
            case ComparisonExpr(operators=["==" | "!=" as sign], operands=[one, other]):
                texts = [_literal(self._type_of(each)) for each in (one, other)]
                if None not in texts:
                    return (texts[0] == texts[1]) is (sign == "==")
        literal = _literal(self._type_of(condition))
        return literal.value if literal and isinstance(literal.value, bool) else None

    def _is_of_known_text(self, condition: Expression) -> bool:
        """Whether a condition asks if a known text is in a container: ``mode in MODES``.

        mypy decides ``mode == "sum"`` by itself.
        """
        match condition:
            case ComparisonExpr(operators=["in" | "not in"], operands=[text, _]):
                return self._is_known_text(text)
            case CallExpr(callee=NameExpr(fullname=name), args=[text, _]) if name in _MEMBERSHIP:
                return self._is_known_text(text)
        return False

    def _is_known_text(self, expression: Expression) -> bool:
        typ = self._type_of(expression)
        return typ is not None and isinstance(get_proper_type(typ), LiteralType)


def _is_known(condition: Type | None) -> bool:
    """Whether a type has one value only; an expression without a type was never reached."""
    return condition is None or _literal(condition) is not None


def _literal(typ: Type | None) -> LiteralType | None:
    """The type of the one value that a type has."""
    proper = None if typ is None else get_proper_type(typ)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        return proper.last_known_value
    return proper if isinstance(proper, LiteralType) else None
