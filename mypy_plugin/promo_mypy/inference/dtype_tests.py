"""Comparisons in the conditions of a body that the plugin decides: ``if x.dtype == jnp.float32:``.

mypy skips the branches of ``if f(x):`` if the call has the type ``Literal[False]``, but it does not
look at the type of a comparison. So while a body is checked, calls stand in the place of such
comparisons, which a hook of the plugin answers (``features.dtype_comparisons``).
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    AssertStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    FuncItem,
    IfStmt,
    ListExpr,
    NameExpr,
    Node,
    OpExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
    Var,
    WhileStmt,
)
from mypy.server.subexpr import get_subexpressions
from mypy.types import AnyType, CallableType, Type, TypeOfAny

from promo_mypy.fullnames import BUILTIN_BOOL, BUILTIN_FUNCTION, DTYPE_TESTS
from promo_mypy.inference.about_dtypes import AboutDtypes
from promo_mypy.statements import statements

_LOGICAL: Final = ("and", "or")
_MEMBERSHIP: Final = ("in", "not in")


class _Slot(NamedTuple):
    """A place in the syntax tree for an expression: an attribute of a node, or an item of it."""

    owner: Node
    attribute: str
    item: int | None = None

    def get(self) -> Expression:
        """Return the expression in this place."""
        held = getattr(self.owner, self.attribute)
        found: Expression = held if self.item is None else held[self.item]
        return found

    def put(self, expression: Expression) -> None:
        """Put an expression in this place."""
        if self.item is None:
            setattr(self.owner, self.attribute, expression)
        else:
            getattr(self.owner, self.attribute)[self.item] = expression


class DtypeTest(NamedTuple):
    """A comparison in a condition, with its place."""

    slot: _Slot
    comparison: ComparisonExpr


def dtype_tests(function: FuncItem) -> tuple[DtypeTest, ...]:
    """Return the comparisons in the conditions of a function that a call may decide."""
    about = AboutDtypes(function.body.body)
    return tuple(
        DtypeTest(slot, comparison)
        for slot in _conditions(function)
        if isinstance(comparison := slot.get(), ComparisonExpr)
        and comparison.operators[1:] == []
        and comparison.operators[0] in DTYPE_TESTS
        and (_asks_for_item(comparison) or about.is_about(comparison))
    )


@contextmanager
def as_calls(
    tests: Sequence[DtypeTest], checker: TypeChecker, types: MutableMapping[Expression, Type]
) -> Iterator[None]:
    """Put calls in the place of comparisons; at the end these get the types of the calls.

    Args:
        tests: the comparisons.
        checker: the checker that will meet the calls.
        types: its types of expressions.
    """
    before = [(test, test.slot.get(), _call(test.comparison, checker)) for test in tests]
    for test, _, call in before:
        test.slot.put(call)
    try:
        yield
    finally:
        for test, old, call in before:
            test.slot.put(old)
            if call in types:
                types[test.comparison] = types.pop(call)


def _conditions(function: FuncItem) -> Iterator[_Slot]:
    """The places of all conditions in a function, and of their parts."""
    for placed in statements(function.body.body):
        match placed.statement:
            case IfStmt(expr=conditions) as statement:
                for item in range(len(conditions)):
                    yield from _parts(_Slot(statement, "expr", item))
            case WhileStmt() | AssertStmt() as statement:
                yield from _parts(_Slot(statement, "expr"))
    for each in get_subexpressions(function.body):
        if isinstance(each, ConditionalExpr):
            yield from _parts(_Slot(each, "cond"))


def _parts(slot: _Slot) -> Iterator[_Slot]:
    """The place of a condition, or those of the parts that ``and``, ``or`` and ``not`` join."""
    match slot.get():
        case UnaryExpr(op="not") as negated:
            yield from _parts(_Slot(negated, "expr"))
        case OpExpr(op=sign) as joined if sign in _LOGICAL:
            yield from _parts(_Slot(joined, "left"))
            yield from _parts(_Slot(joined, "right"))
        case _:
            yield slot


def _asks_for_item(comparison: ComparisonExpr) -> bool:
    """Whether a comparison asks if something is one of several values: ``mode in ("a", "b")``."""
    [sign], [_, container] = comparison.operators, comparison.operands
    return sign in _MEMBERSHIP and isinstance(container, TupleExpr | ListExpr | StrExpr)


def _call(comparison: ComparisonExpr, checker: TypeChecker) -> CallExpr:
    """The call that asks whether a comparison holds."""
    fullname = DTYPE_TESTS[comparison.operators[0]]
    anything = AnyType(TypeOfAny.special_form)
    variable = Var(
        fullname,
        CallableType(
            [anything, anything],
            [ARG_POS, ARG_POS],
            [None, None],
            checker.named_type(BUILTIN_BOOL),
            checker.named_type(BUILTIN_FUNCTION),
        ),
    )
    callee = NameExpr(fullname)
    callee.node, callee.fullname = variable, fullname
    call = CallExpr(callee, list(comparison.operands), [ARG_POS, ARG_POS], [None, None])
    for each in (callee, call):
        each.set_line(comparison)
    return call
