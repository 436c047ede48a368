"""Calls that stand in the place of expressions while a body is checked.

mypy asks a plugin about calls, but not about comparisons or dictionaries. So for these there is a
call, which a hook of the plugin answers.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, CallExpr, Expression, NameExpr, Node, Var
from mypy.types import AnyType, CallableType, Type, TypeOfAny

from promo_mypy.fullnames import BUILTIN_FUNCTION


class Slot(NamedTuple):
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


class StandIn(NamedTuple):
    """A call for an expression.

    Attributes:
        slot: the place of the expression.
        fullname: the full name of the called function, which has a hook.
        arguments: the arguments, parts of the expression.
        result: the full name of the class that the function returns without the hook; else Any.
    """

    slot: Slot
    fullname: str
    arguments: tuple[Expression, ...]
    result: str = ""


@contextmanager
def in_place(
    stand_ins: Sequence[StandIn], checker: TypeChecker, types: MutableMapping[Expression, Type]
) -> Iterator[None]:
    """Put the calls in the place of expressions; at the end these get the types of the calls.

    Args:
        stand_ins: the calls.
        checker: the checker that will meet the calls.
        types: its types of expressions.
    """
    before = [(each, each.slot.get(), _call(each, checker)) for each in stand_ins]
    for each, _, call in before:
        each.slot.put(call)
    try:
        yield
    finally:
        for each, old, call in before:
            each.slot.put(old)
            if call in types:
                types[old] = types.pop(call)


def _call(stand_in: StandIn, checker: TypeChecker) -> CallExpr:
    place, number = stand_in.slot.get(), len(stand_in.arguments)
    anything = AnyType(TypeOfAny.special_form)
    kinds = [ARG_POS] * number
    declared = CallableType(
        [anything] * number,
        kinds,
        [None] * number,
        checker.named_type(stand_in.result) if stand_in.result else anything,
        checker.named_type(BUILTIN_FUNCTION),
    )
    callee = NameExpr(stand_in.fullname)
    callee.node, callee.fullname = Var(stand_in.fullname, declared), stand_in.fullname
    call = CallExpr(callee, [*stand_in.arguments], kinds, [None] * number)
    for each in (callee, call):
        each.set_line(place)
    return call
