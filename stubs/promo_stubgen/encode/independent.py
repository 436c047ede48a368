"""Overloads for two operands and two results, each with the dtype of its operand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from promo_stubgen.encode.joined import Case
from promo_stubgen.encode.operand_types import UNKNOWN_NUMPY
from promo_stubgen.encode.outcomes import Outcomes
from promo_stubgen.encode.unary import ANOTHER, EVERYTHING
from promo_stubgen.ir.annotation import Name, union
from promo_stubgen.ir.arrays import ANY_ARRAY, ARRAY_LIKE, array

_VARIABLES: Final = (EVERYTHING, ANOTHER)
_NO_ARRAY: Final = union(UNKNOWN_NUMPY, Name("complex"))


def independent_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for two operands, which do not overlap.

    If they did, mypy would lose the whole result for an array of unknown dtype.
    """
    first, second = (array(Name(each)) for each in _VARIABLES)
    yield Case((first, second), outcomes.container([first, second]))
    yield Case((first, _NO_ARRAY), outcomes.container([first, ANY_ARRAY]))
    yield Case((_NO_ARRAY, ARRAY_LIKE), outcomes.unknown)
