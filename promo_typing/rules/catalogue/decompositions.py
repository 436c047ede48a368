"""Notation for decompositions in ``jax.numpy.linalg`` and ``jax.scipy.linalg``.

Decompositions are written for the dtypes of LAPACK. An older JAX refused others only when it
compiled, which abstract evaluation does not do.
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
"""The result of a function, from the dtype that it accepts."""


class Accepted(NamedTuple):
    """The dtypes that a decomposition accepts."""

    older: DtypeSet
    newer: DtypeSet

    def but(self, refused: DtypeSet) -> Accepted:
        """Return the same without some dtypes."""
        return Accepted(self.older - refused, self.newer - refused)


CONVERTED: Final = Accepted(older=NOT_TINY, newer=LAPACK)
"""Decompositions that convert operands to inexact dtypes."""
UNCONVERTED: Final = Accepted(older=INEXACT, newer=LAPACK_INEXACT)
"""Decompositions that take operands as they are."""


def array(to: DtypeMap) -> Returning:
    """Return a single array, by a map from the accepted dtype."""
    return lambda taken: ArrayOf(mapped(to, taken))


def tuple_of(*to: DtypeMap) -> Returning:
    """Return a tuple of arrays, by a map for each."""
    return lambda taken: several(*(mapped(each, taken) for each in to))


def decomposed(
    part: Expression, returning: Returning, *when: Condition, accepts: Accepted = CONVERTED
) -> tuple[Case, Case]:
    """Return the cases of a decomposition in older and newer versions of JAX.

    Args:
        part: what is decomposed.
        returning: what is made of it.
        when: the conditions of both cases.
        accepts: the dtypes that JAX takes.
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
    """Return the cases of what is decomposed only for some shapes or arguments.

    Args:
        part: what may be decomposed.
        returning: what is made of it.
        when: the conditions of both cases.
        accepts: the dtypes that JAX takes if there is no decomposition.
        known: the dtypes that it takes if there is one; of others nothing is known.
    """
    taken = Check(part, accepts)
    older, newer = Known(taken, known.older), Known(taken, known.newer)
    return case(returning(older), *when, Before(JAX_0_11)), case(returning(newer), *when)
