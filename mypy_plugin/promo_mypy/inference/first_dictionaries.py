"""Dictionaries that a variable holds before it gets others: ``params = {"w": w}``.

In ``for batch in data: params = step(params, batch)`` below it, mypy gives ``params`` one type for
all values, and later ones with a type for each key do not change that. So a call stands in the
place of the first dictionary (:mod:`stand_ins`), and ``features.dictionaries`` answers it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mypy.nodes import (
    AssignmentStmt,
    DictExpr,
    Expression,
    FuncItem,
    ListExpr,
    NameExpr,
    StarExpr,
    StrExpr,
    SymbolNode,
    TupleExpr,
    Var,
)

from promo_mypy.fullnames import DICTIONARY
from promo_mypy.inference.built_up import built_up
from promo_mypy.inference.changes import assigned_by
from promo_mypy.inference.stand_ins import Slot, StandIn
from promo_mypy.statements import statements


def first_dictionaries(function: FuncItem) -> Iterator[StandIn]:
    """Yield the calls for the dictionaries of a function whose variables get other values, too.

    A dictionary that gets more entries right after it is made is none of these.
    """
    body = function.body.body
    placed = [each.statement for each in statements(body)]
    targets = (node for each in placed for target in assigned_by(each) for node in _bound(target))
    times, growing = Counter(targets), built_up(body)
    for each in placed:
        match each:
            case AssignmentStmt(
                lvalues=[NameExpr(node=Var(is_inferred=True) as held)],
                rvalue=DictExpr() as made,
                type=None,
            ):
                keys = [key for key, _ in made.items]
                is_written = bool(keys) and all(isinstance(key, StrExpr) for key in keys)
                if times[held] > 1 and is_written and made not in growing:
                    yield StandIn(Slot(each, "rvalue"), DICTIONARY, _arguments(held, made))


def _bound(target: Expression) -> Iterator[SymbolNode | None]:
    match target:
        case NameExpr(node=node):
            yield node
        case TupleExpr(items=items) | ListExpr(items=items):
            for item in items:
                yield from _bound(item)
        case StarExpr(expr=inner):
            yield from _bound(inner)


def _arguments(held: Var, made: DictExpr) -> tuple[Expression, ...]:
    """The name of the variable, and each key with its value."""
    pairs = (part for entry in made.items for part in entry if part is not None)
    return (StrExpr(held.name), *pairs)


def entries_of(arguments: Sequence[Expression]) -> tuple[str, DictExpr]:
    """Return the name of the variable and the dictionary for the arguments of such a call."""
    name, *pairs = arguments
    made = DictExpr([*zip(pairs[::2], pairs[1::2], strict=True)])
    return name.value if isinstance(name, StrExpr) else "", made
