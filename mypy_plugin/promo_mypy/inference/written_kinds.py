"""Whether an expression is a Python number or an array, judged by its source alone.

This does not check the function around the expression, and it is enough for most values of fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Final, TypeAlias

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    ReturnStmt,
    SymbolNode,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, CallableType, Type, get_proper_type

from promo_mypy.fullnames import (
    BUILTIN_BOOL,
    BUILTIN_FALSE,
    BUILTIN_FLOAT,
    BUILTIN_INT,
    BUILTIN_NONE,
    BUILTIN_TRUE,
)
from promo_mypy.statements import statements
from promo_mypy.types.python_numbers import are_numbers, holds_array, kinds
from promo_typing.core.stub_names import NODE_OF_CLASS
from promo_typing.rules import FUNCTIONS

_DEPTH: Final = 6
_INT: Final = frozenset({BUILTIN_INT})
_FLOAT: Final = frozenset({BUILTIN_FLOAT})
_BOOL: Final = frozenset({BUILTIN_BOOL})
_OF_CALL: Final = {
    BUILTIN_INT: _INT,
    BUILTIN_FLOAT: _FLOAT,
    BUILTIN_BOOL: _BOOL,
    "builtins.len": _INT,
}
_OF_NAME: Final[dict[str, frozenset[str]]] = {
    BUILTIN_TRUE: _BOOL,
    BUILTIN_FALSE: _BOOL,
    BUILTIN_NONE: frozenset(),
}


class Array(Enum):
    """The kind of arrays, whatever their dtype."""

    ARRAY = "array"


Kind: TypeAlias = frozenset[str] | Array | None
"""The classes of numbers that a value may have, or ``ARRAY`` if it may be one; None if unknown."""


class WrittenKinds:
    """Determines the kinds of a field's values."""

    def __init__(
        self,
        field: str,
        declared: frozenset[str],
        assigned: Callable[[Var], Sequence[Expression | None]],
    ) -> None:
        """Use a field, and a source of the values of variables.

        Args:
            field: the name of the field; its own value in an expression counts as declared.
            declared: the classes of numbers that it is declared as.
            assigned: returns the values assigned to a variable; None for an unknown one.
        """
        self._field = field
        self._declared = declared
        self._assigned = assigned
        self._variables: dict[Var, Kind] = {}

    def of(self, value: Expression, depth: int = 0) -> Kind:
        """Return the kind of a value; ``depth`` counts the names that were followed."""
        match value:
            case IntExpr():
                return _INT
            case FloatExpr():
                return _FLOAT
            case UnaryExpr(op="-" | "+", expr=inner):
                return self.of(inner, depth)
            case OpExpr(op=operator, left=left, right=right):
                return _of_operation(operator, self._of_one((left, right), depth))
            case ConditionalExpr(if_expr=left, else_expr=right):
                return self._of_one((left, right), depth)
            case IndexExpr(base=base):
                return _if_array(self.of(base, depth))
            case CallExpr(callee=RefExpr() as callee):
                return self._of_call(callee, depth)
            case MemberExpr(name=name) if name == self._field:
                return self._declared
            case NameExpr(node=node, fullname=name):
                return _OF_NAME.get(name, self._of_variable(node, depth))
        return None

    def _of_one(self, values: Iterable[Expression | None], depth: int) -> Kind:
        """The kind that covers several values."""
        found = [each and self.of(each, depth) for each in values]
        if Array.ARRAY in found:
            return Array.ARRAY
        known = [each for each in found if isinstance(each, frozenset)]
        return frozenset[str]().union(*known) if known and len(known) == len(found) else None

    def _of_call(self, callee: RefExpr, depth: int) -> Kind:
        if callee.fullname in FUNCTIONS or callee.fullname in NODE_OF_CLASS:
            return Array.ARRAY
        if isinstance(callee.node, FuncDef):
            return self._of_function(callee.node, depth)
        if isinstance(callee, MemberExpr) and not callee.fullname:
            return _if_array(self.of(callee.expr, depth))
        return _OF_CALL.get(callee.fullname)

    def _of_function(self, function: FuncDef, depth: int) -> Kind:
        """The kind of a function's result, from its annotation or its body."""
        declared = get_proper_type(function.type)
        if isinstance(declared, CallableType) and not isinstance(
            get_proper_type(declared.ret_type), AnyType
        ):
            return _of_declared(declared.ret_type)
        if depth >= _DEPTH or function.is_generator or not hasattr(function, "arguments"):
            return None
        placed = statements(function.body.body)
        returned = [
            each.statement.expr
            for each in placed
            if isinstance(each.statement, ReturnStmt) and not each.functions
        ]
        return self._of_one(returned, depth + 1)

    def _of_variable(self, node: SymbolNode | None, depth: int) -> Kind:
        if not isinstance(node, Var) or depth >= _DEPTH:
            return None
        if node.type is not None and not node.is_inferred:
            return _of_declared(node.type)
        if node not in self._variables:
            self._variables[node] = None  # Ends a recursion: its value may use the variable.
            self._variables[node] = self._of_one(self._assigned(node), depth + 1)
        return self._variables[node]


def _if_array(kind: Kind) -> Kind:
    return kind if kind is Array.ARRAY else None


def _of_operation(operator: str, operands: Kind) -> Kind:
    if not isinstance(operands, frozenset):
        return operands
    if operator == "/" or BUILTIN_FLOAT in operands:
        return _FLOAT
    return _INT if operator in ("+", "-", "*", "//", "%") and operands <= _INT | _BOOL else None


def _of_declared(declared: Type) -> Kind:
    if are_numbers(declared):
        return kinds(declared)
    return Array.ARRAY if holds_array(declared) else None


def kind_of(typ: Type | None) -> Kind:
    """Return the kind of values of a type."""
    return _of_declared(typ) if typ is not None else None
