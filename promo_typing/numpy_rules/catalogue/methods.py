"""Methods of NumPy's arrays and scalars: what the function of the same name does, for the most."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_typing.numpy_rules.catalogue.table import FUNCTIONS
from promo_typing.numpy_rules.catalogue.ufuncs import clip
from promo_typing.numpy_rules.model import Form, NumPyRule

_OF_FUNCTIONS: Final = (
    "sum prod cumsum cumprod mean std var max min all any argmax argmin argsort round dot "
    "reshape transpose ravel squeeze repeat swapaxes copy diagonal take trace"
)
_ITSELF: Final = NumPyRule(FUNCTIONS["numpy.copy"].operands)

METHODS: Final[dict[str, NumPyRule]] = {
    **{name: FUNCTIONS[f"numpy.{name}"] for name in _OF_FUNCTIONS.split()},
    "clip": clip("a min max"),
    "flatten": _ITSELF,
    "astype": replace(_ITSELF, dtype="dtype"),
    "__getitem__": replace(_ITSELF, form=Form.PRODUCT),
}
"""The first operand is the array itself."""
