"""Dictionaries that a variable holds before it gets others: ``params = {"w": w}``.

In ``for batch in data: params = step(params, batch)`` below it, mypy gives ``params`` one type for
all values, and later ones with a type for each key do not change that. So a call stands in the
place of the first dictionary (:mod:`stand_ins`), and ``features.dictionaries`` answers it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import chain

from mypy.nodes import (
    AssignmentStmt,
    DictExpr,
    Expression,
    NameExpr,
    StrExpr,
    Var,
)

from promo_mypy.fullnames import DICTIONARY
from promo_mypy.inference.changes import assigned_by
from promo_mypy.inference.stand_ins import Slot, StandIn
from promo_mypy.statements import Placed, names_in


def first_dictionaries(
    placed: Sequence[Placed], growing: Container[Expression]
) -> Iterator[StandIn]:
    """Yield the calls for the dictionaries of a function whose variables get other values, too.

    Args:
        placed: the statements of the function.
        growing: the dictionaries that get more entries right after they are made; they stay.
    """
    found = [each.statement for each in placed]
    targets = chain.from_iterable(map(assigned_by, found))
    times = Counter(name.node for target in targets for name in names_in(target))
    for each in found:
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


def _arguments(held: Var, made: DictExpr) -> tuple[Expression, ...]:
    """The name of the variable, and each key with its value."""
    pairs = (part for entry in made.items for part in entry if part is not None)
    return (StrExpr(held.name), *pairs)


def entries_of(arguments: Sequence[Expression]) -> tuple[str, DictExpr]:
    """Return the name of the variable and the dictionary for the arguments of such a call."""
    name, *pairs = arguments
    made = DictExpr([*zip(pairs[::2], pairs[1::2], strict=True)])
    return name.value if isinstance(name, StrExpr) else "", made
