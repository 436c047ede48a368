"""NumPy's kernels: the dtypes in which its ufuncs compute, as the installed NumPy tells them.

NumPy is imported with the first question.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from promo_typing.systems.kinds import facts
from promo_typing.systems.model import Kernel, Operand, Undefined

_PYTHON: Final[dict[str, type]] = {"int": int, "float": float, "complex": complex}
_KEPT: Final = 4096
"""The size of the cache of answers."""


@lru_cache(maxsize=_KEPT)
def ufunc_kernel(name: str, dtypes: tuple[str, ...]) -> Kernel | Undefined | None:
    """Return NumPy's kernel for dtypes and types of Python scalars, None if it is no ufunc."""
    import numpy as np

    ufunc = getattr(np, name, None)
    if not isinstance(ufunc, np.ufunc) or ufunc.nin != len(dtypes):
        return None
    try:
        given = (_PYTHON.get(each) or np.dtype(each) for each in dtypes)
        found = ufunc.resolve_dtypes((*given, *(None,) * ufunc.nout))
    except TypeError:
        return Undefined(f"numpy.{name} has no loop for {' and '.join(dict.fromkeys(dtypes))}")
    names = [each.name for each in found]
    return Kernel(tuple(names[: ufunc.nin]), tuple(names[ufunc.nin :]))


def ufunc_operand(operand: Operand) -> str:
    """Return the dtype of an array, or the type of a Python scalar; a weak array counts as one."""
    if not (operand.python or operand.weak):
        return operand.dtype
    kind = facts(operand.dtype).kind
    return {"signed": "int", "unsigned": "int"}.get(kind, kind)
