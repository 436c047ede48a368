"""The common dtype of operands, some of which are scalars of Python.

Source: NEP 50, https://numpy.org/neps/nep-0050-scalar-promotion.html
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from promo_typing.numpy_rules.dtype_maps import EXTENDED
from promo_typing.systems.numpy_dtypes import DEFAULT_OF_NODE, DEFAULTS, promote_types, with_scalar

PYTHON: Final = {"int": "i*", "float": "f*", "complex": "c*"}
"""The weak scalars of Python; a ``bool`` is a value of NumPy's bool."""


def as_array(dtype: str) -> str:
    """Return the dtype of an operand that is made an array before it is promoted."""
    return DEFAULTS.get(dtype, dtype)


def common(operands: Sequence[str]) -> str | None:
    """Return the dtype to which NumPy promotes operands; None where that is not known.

    Args:
        operands: dtypes, and ``int``, ``float`` and ``complex`` for scalars of Python.
    """
    if left_open(operands):
        return None
    strong = [name for name in operands if name not in PYTHON]
    if not strong:
        return _widest([DEFAULTS[name] for name in operands])
    joined = _widest(strong)
    scalars = [PYTHON[name] for name in operands if name in PYTHON]
    if not scalars or joined in EXTENDED:
        return joined
    return with_scalar(joined, max(scalars, key=list(DEFAULT_OF_NODE).index))


def left_open(operands: Sequence[str]) -> bool:
    """Whether nothing is said of operands, because each function of NumPy promotes them its way.

    So it is with dtypes of ``ml_dtypes``: ``np.add`` makes float32
    of bfloat16 and a Python float, ``np.where`` float64. A Python int changes none of them.
    """
    others = {name for name in operands if name != "int"}
    return len(others) > 1 and not others.isdisjoint(EXTENDED)


def _widest(dtypes: Sequence[str]) -> str:
    return reduce(promote_types, sorted(dtypes, key=_category, reverse=True))


def _category(name: str) -> int:
    """NumPy goes from the highest category down; see ``numpy.result_type``."""
    categories = ("bool", "uint", "int", "bfloat", "float", "complex")
    return categories.index(name.rstrip("0123456789"))
