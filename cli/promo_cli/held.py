"""Recognises errors that mypy reports because it holds a variable to the type of its first value.

Such an error is no mistake in JAX, where an unannotated variable may get an array of another dtype.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy import errorcodes as mypy_codes
from mypy.nodes import (
    AssignmentStmt,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    SetComprehension,
    SetExpr,
    StarExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import Type

from promo_cli.finding import Finding, Span
from promo_mypy.inference.reassigned import has_inferred_type
from promo_mypy.statements import statements
from promo_mypy.types.classes import class_of

_ASSIGNMENT: Final = mypy_codes.ASSIGNMENT.code
_ITEM: Final = frozenset(
    code.code for code in (mypy_codes.LIST_ITEM, mypy_codes.DICT_ITEM, mypy_codes.MISC)
)
"""mypy's error codes for the items of a list, set or dictionary that is assigned."""


def is_held(found: Finding, module: MypyFile, types: Mapping[Expression, Type]) -> bool:
    """Whether all variables that are assigned at an error have an inferred type.

    Args:
        found: an error of mypy.
        module: the file with the error.
        types: the types of the expressions.
    """
    if found.span is None:
        return False
    at = [each for each in _assignments(module) if _is_about(found, found.span, each)]
    targets = [target for each in at for target in _targets(each, found.span)]
    return bool(targets) and all(_is_inferred(each, types) for each in targets)


def _is_about(
    found: Finding, span: Span, assignment: AssignmentStmt | OperatorAssignmentStmt
) -> bool:
    if found.code == _ASSIGNMENT:
        return assignment.line <= span.line <= (assignment.end_line or assignment.line)
    is_there = any(_starts(each, span) for each in _items(assignment.rvalue))
    return found.code in _ITEM and is_there


def _starts(expression: Expression, span: Span) -> bool:
    return (expression.line, expression.column + 1) == (span.line, span.column)


def _items(value: Expression) -> Iterator[Expression]:
    """A list, tuple, set or dictionary display and its items at any depth; else nothing."""
    match value:
        case ListExpr(items=items) | TupleExpr(items=items) | SetExpr(items=items):
            inner = items
        case DictExpr(items=entries):
            inner = [each for entry in entries for each in entry if each is not None]
        case ListComprehension() | SetComprehension() | DictionaryComprehension():
            inner = []
        case _:
            return
    yield value
    for each in inner:
        yield each
        yield from _items(each)


def _assignments(module: MypyFile) -> Iterator[AssignmentStmt | OperatorAssignmentStmt]:
    for statement, _ in statements(module.defs):
        if isinstance(statement, AssignmentStmt | OperatorAssignmentStmt):
            yield statement


def _targets(
    assignment: AssignmentStmt | OperatorAssignmentStmt, span: Span
) -> Iterator[Expression]:
    """The targets of an assignment; in ``x, y = a, b`` only the target of the reported value."""
    match assignment:
        case OperatorAssignmentStmt(lvalue=target):
            yield target
        case AssignmentStmt(lvalues=[TupleExpr(items=targets)], rvalue=TupleExpr(items=values)) if (
            len(targets) == len(values) and any(_starts(each, span) for each in values)
        ):
            for target, value in zip(targets, values, strict=True):
                if _starts(value, span):
                    yield from _unpacked(target)
        case AssignmentStmt(lvalues=targets):
            for target in targets:
                yield from _unpacked(target)


def _unpacked(target: Expression) -> Iterator[Expression]:
    match target:
        case TupleExpr(items=items) | ListExpr(items=items):
            for each in items:
                yield from _unpacked(each)
        case StarExpr(expr=inner):
            yield inner
        case _:
            yield target


def _is_inferred(target: Expression, types: Mapping[Expression, Type]) -> bool:
    found = [*_variables(target, types)]
    return bool(found) and all(map(has_inferred_type, found))


def _variables(target: Expression, types: Mapping[Expression, Type]) -> Iterator[Var]:
    """The variables that a target may stand for, and those of base classes that these override."""
    match target:
        case NameExpr(node=Var() as variable):
            yield variable
            for base in variable.info.mro[1:] if variable.info else []:
                yield from _own(base, variable.name)
        case MemberExpr(node=Var() as variable) | MemberExpr(def_var=Var() as variable):
            yield variable
        case MemberExpr(expr=owner, name=name):
            typ = types.get(owner)
            info = class_of(typ) if typ is not None else None
            symbol = info.get(name) if info is not None else None
            if symbol is not None and isinstance(symbol.node, Var):
                yield symbol.node


def _own(owner: TypeInfo, name: str) -> Iterator[Var]:
    symbol = owner.names.get(name)
    if symbol is not None and isinstance(symbol.node, Var):
        yield symbol.node
