"""Why the dtype of an array is not known: the first cause, not what follows from it.

An expression of type Any counts as an array if its operands are arrays (:class:`Arrays`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from mypy.nodes import (
    ArgKind,
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    Statement,
    UnaryExpr,
    Var,
)
from mypy.server.subexpr import get_subexpressions
from mypy.types import AnyType, Instance, ProperType, get_proper_type

from promo_cli.array_types import arrays, dtype_of, may_be_anything
from promo_cli.callees import Types, called, fullname, missing
from promo_typing.rules import FUNCTIONS


class CauseKind(Enum):
    """Kinds of causes, with the words for each; ``{}`` stands for the subject."""

    PARAMETER = "parameter {} has no dtype"
    VARIABLE = "variable {} has no dtype"
    ATTRIBUTE = "attribute {} has no dtype"
    ITEM = "an item of {} has no dtype"
    RETURN = "{} returns {type}"
    NO_RULE = "{} has no rule"
    MODULE = "module {} has no types"
    OPERATION = "the operation has no dtype"


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a dtype is not known: the kind of cause, its subject, and the type of the expression."""

    kind: CauseKind
    subject: str
    type: str

    def __str__(self) -> str:
        """Render the cause for a report: ``parameter x of f has no dtype``."""
        return self.kind.value.format(self.subject, type=self.type)


_NAMESPACES: Final = tuple(
    f"jax.{name}." for name in ("numpy", "lax", "nn", "random", "scipy", "image", "ops")
)
"""The functions in these modules return arrays."""


class Arrays:
    """The expressions of a file that are arrays, by their types or by how they are used."""

    def __init__(
        self, statements: Iterable[Statement], expressions: Sequence[Expression], types: Types
    ) -> None:
        """Find the variables of a file that hold arrays."""
        self._types = types
        statements = list(statements)
        self._variables: set[object] = set()
        self._owners = {
            argument.variable: function
            for function in statements
            if isinstance(function, FuncDef)
            for argument in function.arguments
        }
        self._callees = {each.callee for each in expressions if isinstance(each, CallExpr)}
        assignments = [each for each in statements if isinstance(each, AssignmentStmt)]
        before = -1
        while before < len(self._variables):
            before = len(self._variables)
            self._follow(assignments, expressions)

    def _follow(
        self, assignments: Iterable[AssignmentStmt], expressions: Iterable[Expression]
    ) -> None:
        for assignment in assignments:
            if self.is_array(assignment.rvalue):
                self._variables |= {
                    each.node for each in assignment.lvalues if isinstance(each, NameExpr)
                }
        for expression in expressions:
            self._variables |= {
                each.node
                for each in self._used_as_arrays(expression)
                if isinstance(each, NameExpr) and each.node in self._owners
            }

    def _used_as_arrays(self, expression: Expression) -> Iterator[Expression]:
        """The operands that must be arrays: beside an array, or of a JAX function with a rule."""
        if isinstance(expression, OpExpr):
            operands = (expression.left, expression.right)
            yield from operands if any(map(self.is_array, operands)) else ()
        elif isinstance(expression, CallExpr) and isinstance(expression.callee, RefExpr):
            rule = FUNCTIONS.get(expression.callee.fullname)
            count = len(rule.operands) if rule is not None else 0
            passed = zip(expression.args, expression.arg_kinds, strict=True)
            positional = [each for each, kind in passed if kind is ArgKind.ARG_POS]
            yield from positional[:count]

    def type(self, expression: Expression) -> ProperType:
        """Return the type that mypy gives an expression."""
        return get_proper_type(self._types[expression])

    def is_array(self, expression: Expression) -> bool:
        """Whether an expression is an array by its type, or Any with arrays as operands."""
        typ = self._types.get(expression)
        if typ is None:
            return False
        proper = get_proper_type(typ)
        return any(arrays(proper)) or (isinstance(proper, AnyType) and self._is_made(expression))

    def is_open(self, expression: Expression) -> bool:
        """Whether an expression has type Any, and nothing says whether it is an array."""
        typ = self._types.get(expression)
        if expression in self._callees or typ is None:
            return False
        is_module = isinstance(expression, RefExpr) and (
            isinstance(expression.node, MypyFile) or missing(expression) is not None
        )
        return (
            isinstance(get_proper_type(typ), AnyType)
            and not is_module
            and not self._is_made(expression)
            and not self._is_refused(expression)
        )

    def _is_refused(self, expression: Expression) -> bool:
        """Whether an expression of type Any is Any because JAX refuses its known operands."""
        match expression:
            case OpExpr():
                operands = [expression.left, expression.right]
            case CallExpr() if fullname(expression.callee) in FUNCTIONS:
                operands = expression.args
            case _:
                return False
        return not any(
            each in self._types and isinstance(self.type(each), AnyType) for each in operands
        )

    def _is_made(self, expression: Expression) -> bool:
        if self._is_refused(expression):
            return False
        match expression:
            case CallExpr():
                return self._is_call_of_array(expression.callee)
            case OpExpr():
                return self.is_array(expression.left) or self.is_array(expression.right)
            case UnaryExpr():
                return self.is_array(expression.expr)
            case IndexExpr():
                return self.is_array(expression.base)
            case MemberExpr():
                return expression not in self._callees and self.is_array(expression.expr)
            case NameExpr():
                return expression.node in self._variables
        return False

    def _is_call_of_array(self, callee: Expression) -> bool:
        if fullname(callee).startswith(_NAMESPACES):
            return True
        return isinstance(callee, MemberExpr) and self.is_array(callee.expr)

    def is_unknown(self, expression: Expression) -> bool:
        """Whether an expression is an array whose dtype is not known."""
        if not self.is_array(expression):
            return False
        typ = self.type(expression)
        found = list(arrays(typ))
        return not found or may_be_anything(typ) or any(dtype_of(each) is None for each in found)

    def cause(self, expression: Expression) -> Cause | None:
        """Return why the dtype of an expression is not known; None if an operand is the cause."""
        if not self.is_unknown(expression):
            return None
        if any(
            each is not expression and self.is_unknown(each)
            for each in get_subexpressions(expression)
        ):
            return None
        found = get_proper_type(self._types[expression])
        named = self._named(expression)
        shown = "Any" if isinstance(found, AnyType) else "an array without a dtype"
        return None if named is None else Cause(*named, shown)

    def _named(self, expression: Expression) -> tuple[CauseKind, str] | None:
        match expression:
            case NameExpr(node=Var() as variable):
                owner = self._owners.get(variable)
                if owner is not None:
                    return CauseKind.PARAMETER, f"{variable.name} of {owner.name}"
                return None if variable.is_inferred else (CauseKind.VARIABLE, variable.name)
            case CallExpr():
                return self._named_call(expression.callee)
            case OpExpr():
                return self._named_operand(expression)
            case MemberExpr():
                return CauseKind.ATTRIBUTE, self._attribute(expression)
            case IndexExpr():
                return CauseKind.ITEM, str(getattr(expression.base, "name", "the container"))
        return CauseKind.OPERATION, ""

    def _named_operand(self, operation: OpExpr) -> tuple[CauseKind, str] | None:
        """The cause in an operand of type Any; if there is none, the operation itself."""
        for operand in (operation.left, operation.right):
            if isinstance(self.type(operand), AnyType):
                return self._named(operand)
        return CauseKind.OPERATION, ""

    def _attribute(self, expression: MemberExpr) -> str:
        owner = self.type(expression.expr) if expression.expr in self._types else None
        if isinstance(owner, Instance):
            return f"{expression.name} of {owner.type.name}"
        return expression.name

    def _named_call(self, callee: Expression) -> tuple[CauseKind, str]:
        module = missing(callee)
        if module is not None:
            return CauseKind.MODULE, module
        name = called(callee, self._types)
        if name.startswith(_NAMESPACES) and name not in FUNCTIONS:
            return CauseKind.NO_RULE, name.replace("jax.numpy.", "jnp.")
        return CauseKind.RETURN, name.replace("jax.numpy.", "jnp.")
