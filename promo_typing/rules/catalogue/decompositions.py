"""Notation for decompositions in ``jax.numpy.linalg`` and ``jax.scipy.linalg``.

Decompositions are written for the dtypes of LAPACK. An older JAX refused other dtypes only when it
compiled, so abstract evaluation accepts more of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.notation import Returned, case, mapped, several
from promo_typing.rules.model import (
    ArrayOf,
    Before,
    Case,
    Check,
    Condition,
    DtypeMap,
    DtypeSet,
    Expression,
    Known,
)
from promo_typing.rules.model.dtype_sets import INEXACT, LAPACK, LAPACK_INEXACT, NOT_TINY

Returning: TypeAlias = Callable[[Expression], Returned]
"""A function from the dtype that JAX decomposes to the results."""


class Accepted(NamedTuple):
    """The dtypes that a decomposition accepts in older and in newer versions of JAX."""

    older: DtypeSet
    newer: DtypeSet

    def but(self, refused: DtypeSet) -> Accepted:
        """Return the same dtypes without some, in both."""
        return Accepted(self.older - refused, self.newer - refused)


CONVERTED: Final = Accepted(older=NOT_TINY, newer=LAPACK)
"""The dtypes for decompositions that convert operands to inexact dtypes."""
UNCONVERTED: Final = Accepted(older=INEXACT, newer=LAPACK_INEXACT)
"""The dtypes for decompositions that do not convert operands."""


def array(to: DtypeMap) -> Returning:
    """Return one array, whose dtype is a map of the accepted dtype."""
    return lambda taken: ArrayOf(mapped(to, taken))


def tuple_of(*to: DtypeMap) -> Returning:
    """Return a tuple of arrays, with a map of the accepted dtype for each."""
    return lambda taken: several(*(mapped(each, taken) for each in to))


def decomposed(
    part: Expression, returning: Returning, *when: Condition, accepts: Accepted = CONVERTED
) -> tuple[Case, Case]:
    """Return the cases of a decomposition in older and in newer versions of JAX.

    Args:
        part: the dtype that is decomposed.
        returning: the results, from that dtype.
        when: the conditions of both cases.
        accepts: the dtypes that JAX accepts.
    """
    older, newer = Check(part, accepts.older), Check(part, accepts.newer)
    return case(returning(older), *when, Before(JAX_0_11)), case(returning(newer), *when)


def sometimes_decomposed(
    part: Expression,
    returning: Returning,
    *when: Condition,
    accepts: DtypeSet,
    known: Accepted = CONVERTED,
) -> tuple[Case, Case]:
    """Return the cases of a function that decomposes only for some shapes or arguments.

    Args:
        part: the dtype that may be decomposed.
        returning: the results, from that dtype.
        when: the conditions of both cases.
        accepts: the dtypes that JAX accepts without a decomposition.
        known: the dtypes that JAX accepts with a decomposition; the result for others is unknown.
    """
    taken = Check(part, accepts)
    older, newer = Known(taken, known.older), Known(taken, known.newer)
    return case(returning(older), *when, Before(JAX_0_11)), case(returning(newer), *when)
