"""The names of functions, methods and modules that are called, as far as mypy knows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from mypy.nodes import Expression, MemberExpr, NameExpr, RefExpr, Var
from mypy.types import Instance, Type, get_proper_type

Types: TypeAlias = Mapping[Expression, Type]

_MODULE: Final = "types.ModuleType"


def missing(expression: Expression) -> str | None:
    """Return the untyped module that an expression comes from; None if there is none."""
    while isinstance(expression, MemberExpr):
        expression = expression.expr
    variable = expression.node if isinstance(expression, NameExpr) else None
    if isinstance(variable, Var) and variable.is_suppressed_import:
        return variable.name
    return None


def called(callee: Expression, types: Types) -> str:
    """Return the full name of a callee; for a method of an object, that of its class."""
    called = instance(callee, types)
    if called is not None and not called.type.fullname.startswith("builtins."):
        return f"{called.type.fullname}.__call__"
    if isinstance(callee, MemberExpr):
        owner = instance(callee.expr, types)
        if owner is not None and owner.type.fullname != _MODULE:
            return f"{owner.type.fullname}.{callee.name}"
    return fullname(callee) or "the function that is called"


def fullname(callee: Expression) -> str:
    """Return the full name of a function, even if mypy does not find it in its module."""
    if isinstance(callee, MemberExpr) and not callee.fullname:
        module = callee.expr.fullname if isinstance(callee.expr, RefExpr) else ""
        return f"{module}.{callee.name}" if module else ""
    return callee.fullname if isinstance(callee, RefExpr) else ""


def instance(expression: Expression, types: Types) -> Instance | None:
    """Return the type of an expression that is an object of a class."""
    typ = types.get(expression)
    proper = None if typ is None else get_proper_type(typ)
    return proper if isinstance(proper, Instance) else None
