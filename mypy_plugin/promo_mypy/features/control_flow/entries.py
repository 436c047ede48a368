"""A carry that is a dictionary whose entries the body assigns: ``carry["step"] += 1``.

To mypy, an entry keeps the type that goes in. The type that comes out is read from the assignment,
if that is always reached and the body returns the dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    DictExpr,
    Expression,
    FuncDef,
    IndexExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
    StrExpr,
    SymbolNode,
)
from mypy.operators import op_methods
from mypy.subtypes import is_same_type
from mypy.types import AnyType, Type, TypedDictType, TypeOfAny, get_proper_type

from promo_mypy.features.control_flow import carry
from promo_mypy.features.control_flow.fields import function_of, returned_carry
from promo_mypy.features.control_flow.origins import Called
from promo_mypy.session import Session
from promo_mypy.statements import statements
from promo_mypy.types.pytrees import is_plain_dictionary, traced
from promo_mypy.types.symbols import node_symbol
from promo_typing.rules import FUNCTIONS, OPERATORS

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


class _Set(NamedTuple):
    """The value assigned to an entry; with an operator, for ``+=`` and the like."""

    value: Expression
    operator: str = ""


def promoted(
    session: Session,
    before: Type,
    place: int,
    body: Called,
    checker: TypeChecker,
    *,
    is_beside: bool,
) -> tuple[Type, Type]:
    """Return the types of the carry at the start and the end of the last trace of the body.

    Args:
        session: the session.
        before: the type of the initial carry.
        place: the position of the carry among the body's inputs.
        body: the function that is the body, with its inputs.
        checker: the checker that is at the call of the loop.
        is_beside: whether the body returns a pair, whose first item is the carry.
    """
    one = get_proper_type(before)
    returned = returned_carry(session, body.function, checker, is_beside=is_beside)
    function = function_of(body.function, checker)
    if not is_plain_dictionary(one) or function is None or returned is None:
        return before, before
    found = _that_are_set(function, returned, place, one)
    if not found:
        return before, before
    other = _that_come_out(session, body.with_input(place, one), found, one, checker)
    goes_in = get_proper_type(carry.promoted(session, one, other))
    if is_plain_dictionary(goes_in) and not is_same_type(goes_in, one):
        again = body.with_input(place, goes_in)
        other = _that_come_out(session, again, found, goes_in, checker)
    return goes_in, other


def _that_are_set(
    function: FuncDef, returned: Expression, place: int, before: TypedDictType
) -> Mapping[str, _Set | None]:
    """The entries of the carry that the body assigns, or replaces in a copy."""
    carried = function.arguments[place].variable if place < len(function.arguments) else None
    match returned:
        case NameExpr(node=node) if carried is not None and node is carried:
            always = {*function.body.body}
            found = [
                (key, each if at.statement in always else None)
                for at in statements(function.body.body)
                for key, each in _set_by(at.statement, carried)
            ]
            return _alone([(key, each) for key, each in found if key in before.items])
        case DictExpr(items=[(None, NameExpr(node=node)), *rest]) if node is carried:
            named = [(key.value, _Set(each)) for key, each in rest if isinstance(key, StrExpr)]
            is_whole = len(named) == len(rest) and {key for key, _ in named} <= {*before.items}
            return _alone([*named]) if is_whole else {}
    return {}


def _alone(found: Sequence[tuple[str, _Set | None]]) -> Mapping[str, _Set | None]:
    """The assigned entries by key; None for an entry that is assigned several times."""
    keys = [key for key, _ in found]
    return {key: each if keys.count(key) == 1 else None for key, each in found}


def _set_by(statement: Statement | FuncDef, carried: SymbolNode) -> Iterator[tuple[str, _Set]]:
    match statement:
        case AssignmentStmt(lvalues=[target], rvalue=value):
            given = _Set(value)
        case OperatorAssignmentStmt(lvalue=target, rvalue=value, op=sign):
            given = _Set(value, op_methods[sign])
        case _:
            return
    match target:
        case IndexExpr(base=NameExpr(node=node), index=StrExpr(value=key)) if node is carried:
            yield key, given


def _that_come_out(
    session: Session,
    body: Called,
    found: Mapping[str, _Set | None],
    before: TypedDictType,
    checker: TypeChecker,
) -> Type:
    types = session.inference.types_in(*body, checker)
    after = {
        key: _type_of(session, found[key], types, typ) if key in found else typ
        for key, typ in before.items.items()
    }
    return before.copy_modified(item_types=[traced(session.converter, t) for t in after.values()])


def _type_of(
    session: Session, given: _Set | None, types: Mapping[Expression, Type], before: Type
) -> Type:
    """The type of an entry after its assignment; ``before`` is its type before that."""
    if given is None:
        return _UNKNOWN
    value = types.get(given.value, _UNKNOWN)
    if not given.operator:
        return value
    operator = OPERATORS.get(given.operator)
    operands = tuple(session.converter.operand(each) for each in (before, value))
    if operator is None or None in operands:
        return _UNKNOWN
    combined = session.evaluate(FUNCTIONS[operator.function], operands)
    node = None if combined is None else combined.only_node
    return (node and session.converter.array([node_symbol(node)])) or _UNKNOWN
