"""Reads values of JAX's settings that a program writes as literals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from mypy.nodes import Expression, MemberExpr, MypyFile, NameExpr, StrExpr

from promo_mypy.fullnames import BUILTIN_FALSE, BUILTIN_TRUE
from promo_typing.core.project_settings import ALLOWED
from promo_typing.lattice.semantics import Semantics

_TRUTH: Final = {BUILTIN_TRUE: True, BUILTIN_FALSE: False}


def with_setting(semantics: Semantics | None, setting: str, value: object) -> Semantics | None:
    """Return the settings with one of them changed; None if its value is unknown."""
    if semantics is None or value not in ALLOWED[setting]:
        return None
    known: dict[str, Any] = {setting: value}
    return replace(semantics, **known)


def value_of(arguments: list[Expression]) -> object:
    """Return the value of a single argument that is a literal; else None."""
    match arguments:
        case [NameExpr(fullname=name)] if name in _TRUTH:
            return _TRUTH[name]
        case [StrExpr(value=word)]:
            return word
    return None


def full_name(expression: Expression) -> str | None:
    """Return the full name of a name or attribute; None for other expressions."""
    match expression:
        case MemberExpr(expr=NameExpr(node=MypyFile() as module)):
            return f"{module.fullname}.{expression.name}"  # If a stub lacks it, mypy has no name.
        case MemberExpr():
            return expression.fullname or f"{full_name(expression.expr)}.{expression.name}"
        case NameExpr():
            return expression.fullname
    return None
