"""Expressions in functions whose types do not depend on the statements before them.

``Dense(self.features, dtype=self.dtype)`` means the same everywhere in a method that does not set
or test these attributes. So the type of such an argument is found without checking the method,
which may use a hundred other values that are not known yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    GDEF,
    AssignmentExpr,
    Block,
    BytesExpr,
    CallExpr,
    EllipsisExpr,
    Expression,
    ExpressionStmt,
    FloatExpr,
    FuncDef,
    GlobalDecl,
    IndexExpr,
    IntExpr,
    MemberExpr,
    NameExpr,
    NonlocalDecl,
    OpExpr,
    SliceExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.inference.bodies import is_constructor
from promo_mypy.inference.changes import assigned_by
from promo_mypy.inference.conditions import tested_in
from promo_mypy.statements import names_in, statements

_PLAIN: Final = (
    BytesExpr,
    CallExpr,
    EllipsisExpr,
    FloatExpr,
    IndexExpr,
    IntExpr,
    SliceExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)
"""Expressions that bind no names and leave the types of names as they are."""


class _Facts(NamedTuple):
    """The facts about a function that its expressions depend on.

    Attributes:
        parameters: the parameters that are never assigned to.
        used: the names of variables and attributes that the function assigns or tests.
    """

    parameters: frozenset[Var]
    used: frozenset[str]


class LoneExpressions:
    """Finds lone expressions; each body is read once."""

    def __init__(self) -> None:
        """Start without a function."""
        # After an edit, mypy's daemon puts new bodies into old definitions.
        self._facts: dict[Block, _Facts] = {}

    def has(self, expression: Expression, function: FuncDef) -> bool:
        """Whether an expression of a function has the same type wherever it stands in it.

        In a constructor it must stand for parameters other than ``self``: what the constructor sets
        is known only once mypy has checked all of it.
        """
        if function.body not in self._facts:
            self._facts[function.body] = _read(function)
        facts = self._facts[function.body]
        if is_constructor(function) and not _is_of_parameter(expression, facts):
            return False
        return all(_is_lone(each, facts) for each in get_subexpressions(expression))


def alone(expression: Expression, function: FuncDef) -> FuncDef:
    """Return a function with the same parameters whose body is an expression of the function."""
    body = Block([ExpressionStmt(expression)])
    made = FuncDef(function.name, function.arguments, body)
    made.set_line(function)
    made.info, made._fullname = function.info, function.fullname  # mypy has no setter for it.
    made.is_class, made.is_static = function.is_class, function.is_static
    return made


def _read(function: FuncDef) -> _Facts:
    at = [each.statement for each in statements(function.body.body)]
    if any(isinstance(each, GlobalDecl | NonlocalDecl) for each in at):
        return _Facts(frozenset(), frozenset())
    used = frozenset((*tested_in(function), *_assigned(function)))
    arguments = function.arguments[1:] if is_constructor(function) else function.arguments
    variables = (each.variable for each in arguments)
    return _Facts(frozenset(each for each in variables if each.name not in used), used)


def _assigned(function: FuncDef) -> Iterator[str]:
    """The names of the variables and attributes that a function assigns, changes or deletes."""
    for placed in statements(function.body.body):
        for target in assigned_by(placed.statement):
            for each in (target, *names_in(target), *get_subexpressions(target)):
                if isinstance(each, NameExpr | MemberExpr):
                    yield each.name
    for each in get_subexpressions(function):
        if isinstance(each, AssignmentExpr):
            yield each.target.name


def _is_of_parameter(expression: Expression, facts: _Facts) -> bool:
    while isinstance(expression, MemberExpr):
        expression = expression.expr
    return isinstance(expression, NameExpr) and expression.node in facts.parameters


def _is_lone(part: Expression, facts: _Facts) -> bool:
    match part:
        case NameExpr(kind=kind, name=name, node=node):
            return name not in facts.used and (kind == GDEF or node in facts.parameters)
        case MemberExpr(name=name):
            return name not in facts.used
        case OpExpr(op=operator):
            return operator not in ("and", "or")
    return isinstance(part, _PLAIN)
