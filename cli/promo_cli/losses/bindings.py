"""Collects the bindings in a program: values of variables, parameters and results of functions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    Import,
    ImportFrom,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    ReturnStmt,
    StarExpr,
    SymbolNode,
    TupleExpr,
    WithStmt,
)

from promo_mypy.statements import Placed

_LOOKED_AT: Final = (
    AssignmentExpr,
    CallExpr,
    DictionaryComprehension,
    GeneratorExpr,
    LambdaExpr,
)
"""The types of expressions that bind a name or call a function."""


class Parameter(NamedTuple):
    """A parameter: its function, and its position in the signature."""

    function: FuncItem
    position: int


class Bindings:
    """The bindings of all files that were added.

    Attributes:
        values: the expressions that are assigned to each variable or field, or that are unpacked
            into it or iterated over.
        parameters: the parameters by their variables.
        returned: the expressions that each function returns.
        calls: all calls.
        files: the file of each function and variable.
        imported: full names of imports, by the file and the name in the file.
    """

    def __init__(self) -> None:
        """Start without any."""
        self.values: Final = defaultdict[SymbolNode, list[Expression]](list)
        self.parameters: Final[dict[SymbolNode, Parameter]] = {}
        self.returned: Final = defaultdict[FuncItem, list[Expression]](list)
        self.calls: Final[list[CallExpr]] = []
        self.files: Final[dict[SymbolNode | FuncItem, str]] = {}
        self.imported: Final[dict[tuple[str, str], str]] = {}

    def add(self, path: str, placed: Iterable[Placed], expressions: Iterable[Expression]) -> None:
        """Add the bindings in the statements and expressions of a file."""
        for each in placed:
            self._take(path, each)
        for expression in expressions:
            if isinstance(expression, _LOOKED_AT):
                self._look(path, expression)

    def _take(self, path: str, placed: Placed) -> None:
        match placed.statement:
            case AssignmentStmt(lvalues=targets, rvalue=value):
                for target in targets:
                    self._bind(path, target, value)
            case OperatorAssignmentStmt(lvalue=target, rvalue=value):
                self._bind(path, target, value)
            case ForStmt(index=target, expr=value):
                self._bind(path, target, value)
            case WithStmt(target=given, expr=opened):
                for entered, manager in zip(given, opened, strict=True):
                    self._bind(path, entered, manager)
            case FuncDef() as function:
                self.add_function(path, function)
            case ReturnStmt(expr=Expression() as value) if placed.functions:
                self.returned[placed.functions[-1]].append(value)
            case Import(ids=imported):
                for name, renamed in imported:
                    top = name.partition(".")[0]
                    self.imported[path, renamed or top] = name if renamed else top
            case ImportFrom(id=module, names=imported):
                for name, renamed in imported:
                    self.imported[path, renamed or name] = f"{module}.{name}"

    def add_function(self, path: str, function: FuncItem) -> None:
        """Add the parameters of a function."""
        self.files[function] = path
        for position, argument in enumerate(function.arguments):
            self.parameters[argument.variable] = Parameter(function, position)
            self.files[argument.variable] = path

    def _look(self, path: str, expression: Expression) -> None:
        match expression:
            case CallExpr():
                self.calls.append(expression)
            case AssignmentExpr(target=target, value=value):
                self._bind(path, target, value)
            case LambdaExpr():
                self.add_function(path, expression)
                self.returned[expression].append(expression.expr())
            case GeneratorExpr() | DictionaryComprehension():
                for item, items in zip(expression.indices, expression.sequences, strict=True):
                    self._bind(path, item, items)

    def _bind(self, path: str, target: Expression | None, value: Expression) -> None:
        for variable in _variables(target):
            self.values[variable].append(value)
            self.files.setdefault(variable, path)


def _variables(target: Expression | None) -> Iterator[SymbolNode]:
    match target:
        case NameExpr(node=SymbolNode() as variable) | MemberExpr(node=SymbolNode() as variable):
            yield variable
        case TupleExpr(items=items) | ListExpr(items=items):
            for item in items:
                yield from _variables(item)
        case StarExpr(expr=inner) | IndexExpr(base=RefExpr() as inner):
            yield from _variables(inner)
