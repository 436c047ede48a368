"""Correlations of two operands, one of which is conjugated before they are promoted.

JAX calls its method ``conj``, which an array of NumPy has, too. NumPy makes int8 of integers that
have fewer bits, so that what they may be promoted with depends on whose array it is.
"""

from __future__ import annotations

from typing import Final

from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.accepts import ACCEPTS, is_small
from promo_typing.rules.joining import Combine, Combined, join
from promo_typing.rules.maps import RESULT_MAPS
from promo_typing.rules.model import NoPath, Unknown


def _conjugated(*positions: int, accepts: str = "any") -> Combine:
    """The join, unknown where an array of NumPy at one of the positions is another dtype.

    ``accepts`` is that of the rule: where both arrays are refused, that is known.
    """

    def combined(operands: tuple[str, ...], semantics: Semantics) -> Combined:
        joined = join(operands, semantics)
        of_numpy = [join(_conjugate(operands, at), semantics) for at in positions]
        results = {_result(each, accepts, semantics) for each in (joined, *of_numpy)}
        return joined if len(results) == 1 else Unknown()

    return combined


def _conjugate(operands: tuple[str, ...], at: int) -> tuple[str, ...]:
    """The operands, of which NumPy has conjugated one."""
    return tuple(
        "int8" if index == at and is_small(node) else node for index, node in enumerate(operands)
    )


def _result(joined: str | NoPath, accepts: str, semantics: Semantics) -> str | None:
    """The dtype of the correlation, None if it is refused."""
    if isinstance(joined, NoPath) or not ACCEPTS[accepts].contains(joined, semantics):
        return None
    return RESULT_MAPS["inexact"](joined, semantics)


CONJUGATED: Final[dict[str, Combine]] = {
    "conjugated_second": _conjugated(1),
    "conjugated_either": _conjugated(0, 1),
    "conjugated_lapack": _conjugated(1, accepts="lapack"),
}
"""Ways to combine the operands of a correlation, by which of them may be conjugated."""
