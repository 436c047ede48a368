"""Overloads for results each of which keeps the dtype of one operand, whatever the others have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from promo_stubgen.encode.joined import Case
from promo_stubgen.encode.outcomes import Outcomes
from promo_stubgen.encode.promotion import UNKNOWN_NUMPY
from promo_stubgen.encode.unary import ANOTHER, EVERYTHING
from promo_stubgen.ir.annotation import Name, union
from promo_stubgen.ir.arrays import ANY_ARRAY, ARRAY_LIKE, array
from promo_typing.rules import OF, Rule

_VARIABLES: Final = (EVERYTHING, ANOTHER)
_NO_ARRAY: Final = union(UNKNOWN_NUMPY, Name("complex"))


def keeps_each(rule: Rule) -> bool:
    """Whether there are two operands, and the results are their own dtypes, one by one."""
    own = tuple(f"same{OF}{operand}" for operand in rule.operands)
    return len(own) == len(_VARIABLES) and rule.results == own


def independent_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads of two operands; no two of them take the same arrays.

    mypy would otherwise know nothing of the result where one of the arrays is of unknown dtype.
    """
    first, second = (array(Name(each)) for each in _VARIABLES)
    yield Case((first, second), outcomes.container([first, second]))
    yield Case((first, _NO_ARRAY), outcomes.container([first, ANY_ARRAY]))
    yield Case((_NO_ARRAY, ARRAY_LIKE), outcomes.unknown)
