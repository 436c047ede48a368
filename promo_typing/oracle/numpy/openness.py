"""Where rules of NumPy's functions say nothing although the installed NumPy has an answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from promo_typing.core.dtypes import OF_NUMPY, PYTHON_SCALARS
from promo_typing.numpy_rules.dtypes import EXTENDED

_FLOATS: Final = ("bfloat16", "float16", "float32", "float64", "float")


class Openness(NamedTuple):
    """Why a rule leaves dtypes open, and of which ones it tells all the same."""

    reason: str
    told: tuple[str, ...]


OPEN: Final[dict[str, Openness]] = {
    **dict.fromkeys(
        ("numpy.floor", "numpy.ceil", "numpy.trunc"),
        Openness("integers became floats before NumPy 2.1", _FLOATS),
    ),
    "numpy.arange": Openness(
        "of scalars of NumPy, two int8 make int64, and one alone does not",
        ("int64", "float64", "int", "float"),
    ),
    "numpy.einsum": Openness(
        "the subscripts decide in which dtype bfloat16 is added up",
        (*OF_NUMPY, *PYTHON_SCALARS),
    ),
}
"""By function; other rules have no reason but that of all, which is in `may_be_open`."""


def may_be_open(function: str, operands: Iterable[str]) -> bool:
    """Whether a rule may say nothing of some operands.

    Dtypes of ``ml_dtypes`` beside others are promoted by each function of NumPy in its own way.
    """
    dtypes = {*operands}
    beside_others = len(dtypes) > 1 and not dtypes.isdisjoint(EXTENDED)
    return beside_others or (function in OPEN and not dtypes.issubset(OPEN[function].told))
