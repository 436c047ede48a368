"""The numbers among the operands of a call: written there, or found by following names.

``average * self.decay`` is a product with 0.999 if the program gives the field no other value. A
variable with one value is followed, too, and so are an entry of a dictionary that the program does
not change, and a parameter in a body that is checked for a call.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    DictExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    StrExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.server.subexpr import get_subexpressions
from mypy.types import AnyType, TypeOfAny

from promo_mypy.features.mistakes.numbers import POWERS
from promo_mypy.features.ruled_call import Call
from promo_mypy.session import Session
from promo_mypy.types.bindings import Number, computed
from promo_mypy.types.classes import class_of
from promo_mypy.types.expressions import known_type
from promo_mypy.types.literals import number
from promo_mypy.types.symbols import Operand

_INT: Final = "int"
_REAL: Final = frozenset({_INT, "float"})
"""Python's numbers that may be out of the range of a dtype."""
_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_DEPTH: Final = 6
"""How many names are followed, one from the value of the other, at most."""


def written_numbers(
    session: Session, call: Call, api: CheckerPluginInterface
) -> list[Number | None]:
    """Return the numbers written as operands, None for other operands; empty if there are none."""
    if not _has_numbers(call):
        return []
    written = call.written()
    known = [number(each.type, each.expression, api, session.bindings) for each in written]
    complete = len(known) == len(call.operands)
    return known if complete and any(value is not None for value in known) else []


def followed_numbers(
    session: Session, call: Call, known: Sequence[Number | None], api: CheckerPluginInterface
) -> list[Number | None]:
    """Return the numbers among the operands, also those that names stand for.

    Other operands are None; the result is empty if there are no numbers.
    """
    if not session.inference.is_on or not isinstance(api, TypeChecker) or not _has_numbers(call):
        return [*known]
    written = call.written()
    values = known or [None] * len(call.operands)
    if len(written) != len(call.operands):
        return [*known]
    found = [
        _followed(session, each.expression, api, _DEPTH)
        if value is None and _is_number(operand)
        else value
        for value, each, operand in zip(values, written, call.operands, strict=True)
    ]
    return found if any(value is not None for value in found) else []


def untested_integers(
    session: Session, call: Call, api: CheckerPluginInterface
) -> list[Number | None]:
    """Return the ints that operands stand for, without names that a condition of the module tests.

    Other operands are None; the result is empty if there are no ints. For a power, fields are not
    followed: a field may be traced, and then JAX does not see the value of the exponent.
    """
    if not session.inference.is_on or not isinstance(api, TypeChecker) or not _has_ints(call):
        return []
    tested, written = session.inference.conditions.names(api.tree), call.written()
    if len(written) != len(call.operands):
        return []
    is_power = call.function in POWERS
    found = [
        _followed(session, each.expression, api, _DEPTH, tested)
        if _is_number(operand) and not (is_power and _has_field(each.expression))
        else None
        for each, operand in zip(written, call.operands, strict=True)
    ]
    integers = [value if isinstance(value, int) else None for value in found]
    return [*integers] if any(value is not None for value in integers) else []


def _has_field(expression: Expression) -> bool:
    return any(isinstance(each, MemberExpr) for each in get_subexpressions(expression))


def _has_ints(call: Call) -> bool:
    return any(symbol.name == _INT for operand in call.operands for symbol in operand or ())


def _has_numbers(call: Call) -> bool:
    return any(map(_is_number, call.operands))


def _is_number(operand: Operand | None) -> bool:
    return any(symbol.name in _REAL for symbol in operand or ())


def _followed(
    session: Session,
    expression: Expression,
    checker: TypeChecker,
    depth: int,
    left_out: Container[str] = (),
) -> Number | None:
    """The number that an expression always is; None if there is no such number.

    Names in ``left_out`` are not followed.
    """
    match expression:
        case _ if not depth:
            return None
        case NameExpr(name=name) | MemberExpr(name=name) if name in left_out:
            return None
        case NameExpr(node=Var() as variable):
            value = _value(session, variable, checker)
            return (
                None if value is None else _followed(session, value, checker, depth - 1, left_out)
            )
        case MemberExpr(expr=owner, name=name):
            return _of_field(session, owner, name, checker)
        case IndexExpr(base=base, index=StrExpr(value=key)):
            value = _entry(session, base, key, checker, depth - 1)
            return (
                None if value is None else _followed(session, value, checker, depth - 1, left_out)
            )
        case UnaryExpr(op="-", expr=operand):
            positive = _followed(session, operand, checker, depth, left_out)
            return None if positive is None else -positive
        case OpExpr(op=sign, left=left, right=right):
            both = [_followed(session, each, checker, depth, left_out) for each in (left, right)]
            one, other = both
            return None if one is None or other is None else computed(one, sign, other)
    return number(_UNKNOWN, expression, checker, session.bindings)


def _value(session: Session, variable: Var, checker: TypeChecker) -> Expression | None:
    """The only value of a variable; for a parameter the argument in the current call."""
    definitions = session.lints.definitions(checker.tree)
    match definitions.values(variable):
        case [None] if definitions.is_parameter(variable):
            return session.inference.visits.written(variable, checker.tree)
        case [only]:
            return only
    return None


def _entry(
    session: Session, whole: Expression, key: str, checker: TypeChecker, depth: int
) -> Expression | None:
    """The value under a key of a dictionary that is written with its keys; None if it may change.

    ``whole`` is the dictionary, or a name that always stands for it.
    """
    changes = session.inference.program.dictionaries.changes(checker)
    match whole:
        case _ if not depth or changes.has_key(key):
            return None
        case DictExpr(items=items):
            found = {each.value: value for each, value in items if isinstance(each, StrExpr)}
            return found.get(key) if len(found) == len(items) else None
        case NameExpr(node=Var() as variable) if not changes.has_name(variable.name):
            value = _value(session, variable, checker)
            return value and _entry(session, value, key, checker, depth - 1)
        case IndexExpr(base=base, index=StrExpr(value=outer)):
            value = _entry(session, base, outer, checker, depth - 1)
            return value and _entry(session, value, key, checker, depth - 1)
    return None


def _of_field(
    session: Session, owner: Expression, name: str, checker: TypeChecker
) -> Number | None:
    checkers = chain([checker], session.inference.visits.callers)
    types = (known_type(owner, each) for each in checkers)
    typ = next((each for each in types if each is not None), None)
    info = None if typ is None else class_of(typ)
    found = () if info is None else session.inference.program.fields.numbers(info, name, checker)
    return next(iter(found)) if len(found) == 1 else None
