"""Methods of NumPy's arrays and scalars; most have the rule of the function of the same name."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import DTYPE, array
from promo_typing.numpy_rules.catalogue.table import FUNCTIONS
from promo_typing.numpy_rules.catalogue.ufuncs import clip
from promo_typing.numpy_rules.shapes import ByRanks
from promo_typing.rules.model import Rule

_OF_FUNCTIONS: Final = (
    "all",
    "any",
    "argmax",
    "argmin",
    "argsort",
    "copy",
    "cumprod",
    "cumsum",
    "diagonal",
    "dot",
    "max",
    "mean",
    "min",
    "prod",
    "ravel",
    "repeat",
    "reshape",
    "round",
    "squeeze",
    "std",
    "sum",
    "swapaxes",
    "take",
    "trace",
    "transpose",
    "var",
)

METHODS: Final[dict[str, Rule]] = {
    **{name: FUNCTIONS[f"numpy.{name}"] for name in _OF_FUNCTIONS},
    "clip": clip("a", "min", "max"),
    "flatten": array("a"),
    "astype": array("a", dtype=DTYPE),
    "__getitem__": array("a", shape=ByRanks),
}
"""The rules of methods; the first operand is the array."""
