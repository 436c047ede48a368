"""The cells that rules of NumPy's functions may leave open although the installed NumPy answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from promo_typing.core.dtypes import OF_NUMPY, PYTHON_SCALARS
from promo_typing.numpy_rules.dtypes import EXTENDED

_FLOATS: Final = ("bfloat16", "float16", "float32", "float64", "float")


class Openness(NamedTuple):
    """The reason for which a rule leaves dtypes open, and the dtypes that it knows nevertheless."""

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
"""By function. For all other functions only the reason in :func:`may_be_open` counts."""


def may_be_open(function: str, operands: Iterable[str]) -> bool:
    """Whether a rule may leave the result of these operands open.

    NumPy has no common promotion for the dtypes of ``ml_dtypes`` beside others.
    """
    dtypes = {*operands}
    beside_others = len(dtypes) > 1 and not dtypes.isdisjoint(EXTENDED)
    return beside_others or (function in OPEN and not dtypes.issubset(OPEN[function].told))
