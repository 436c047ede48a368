"""The loops of a library: which dtypes a function has, once its operands have one dtype.

NumPy's are asked of the ufuncs of the installed NumPy. The array API standard says for each
function of which kinds its operands are. PyTorch's deviations from the families are few.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from promo_typing.core.dtypes import Kind
from promo_typing.systems import Operand, Undefined
from promo_typing.systems.kinds import facts


class Loop(NamedTuple):
    """The dtypes in which a function computes, and those of its results."""

    operands: tuple[str, ...]
    results: tuple[str, ...] = ()


_PYTHON: Final[dict[str, type]] = {"int": int, "float": float, "complex": complex}


@cache
def numpy_loop(name: str, dtypes: tuple[str, ...]) -> Loop | Undefined | None:
    """Return NumPy's loop for dtypes, or names of Python's numbers; None if it is no ufunc."""
    ufunc = getattr(np, name, None)
    if not isinstance(ufunc, np.ufunc) or ufunc.nin != len(dtypes):
        return None
    try:
        given = (_PYTHON.get(each) or np.dtype(each) for each in dtypes)
        found = ufunc.resolve_dtypes((*given, *(None,) * ufunc.nout))
    except TypeError:
        return Undefined(f"numpy.{name} has no loop for {' and '.join(dict.fromkeys(dtypes))}")
    names = [each.name for each in found]
    return Loop(tuple(names[: ufunc.nin]), tuple(names[ufunc.nin :]))


_ALL: Final[frozenset[Kind]] = frozenset({"bool", "unsigned", "signed", "float", "complex"})
_NUMERIC: Final = _ALL - {"bool"}
_REAL: Final = _NUMERIC - {"complex"}
_REAL_FLOATING: Final = frozenset[Kind]({"float"})
_FLOATING: Final = frozenset[Kind]({"float", "complex"})
_INTEGER: Final = frozenset[Kind]({"unsigned", "signed"})
_INTEGER_OR_BOOL: Final = _INTEGER | frozenset[Kind]({"bool"})

_ARRAY_API: Final[dict[str, frozenset[Kind]]] = {
    **dict.fromkeys(
        [
            "abs",
            "absolute",
            "add",
            "subtract",
            "multiply",
            "negative",
            "positive",
            "power",
            "pow",
            "square",
            "sign",
            "sum",
            "prod",
            "cumulative_sum",
            "cumulative_prod",
            "cumsum",
            "cumprod",
            "trace",
            "round",
            "isfinite",
            "isinf",
            "isnan",
            "matmul",
            "dot",
            "vecdot",
            "tensordot",
            "diff",
        ],
        _NUMERIC,
    ),
    **dict.fromkeys(
        [
            "less",
            "less_equal",
            "greater",
            "greater_equal",
            "maximum",
            "minimum",
            "floor_divide",
            "remainder",
            "mod",
            "ceil",
            "floor",
            "trunc",
            "max",
            "min",
            "amax",
            "amin",
            "clip",
            "argmax",
            "argmin",
            "sort",
            "argsort",
        ],
        _REAL,
    ),
    **dict.fromkeys(
        [
            "atan2",
            "arctan2",
            "hypot",
            "logaddexp",
            "copysign",
            "nextafter",
            "signbit",
            "var",
            "std",
        ],
        _REAL_FLOATING,
    ),
    **dict.fromkeys(["divide", "true_divide", "mean", "reciprocal"], _FLOATING),
    **dict.fromkeys(["conj", "conjugate", "real"], _NUMERIC),
    "isin": _INTEGER,
    "imag": frozenset[Kind]({"complex"}),
    **dict.fromkeys(
        ["left_shift", "right_shift", "bitwise_left_shift", "bitwise_right_shift"], _INTEGER
    ),
    **dict.fromkeys(
        ["bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "bitwise_invert", "invert"],
        _INTEGER_OR_BOOL,
    ),
    **dict.fromkeys(
        ["logical_and", "logical_or", "logical_xor", "logical_not"], frozenset[Kind]({"bool"})
    ),
}
"""The kinds that the standard asks of the operands of a function; of all others it takes any."""

_LENIENT: Final = frozenset({"maximum", "minimum"})
"""Like comparisons, these look at arrays alone in array-api-strict, and not at Python scalars."""

_TORCH_FLOATS: Final = frozenset({"mean", "var", "std", "nanmean", "nanvar", "nanstd"})
_TORCH_TRUTHS: Final = frozenset({"any", "all"})


def array_api_loop(name: str, dtypes: tuple[str, ...]) -> Loop | Undefined | None:
    """Refuse dtypes of which the standard does not define the function."""
    kinds = _ARRAY_API.get(name, _ALL)
    refused = [dtype for dtype in dtypes if facts(dtype).kind not in kinds]
    return Undefined(f"the standard defines {name} not for {refused[0]}") if refused else None


def torch_loop(name: str, dtypes: tuple[str, ...]) -> Loop | Undefined | None:
    """PyTorch has no means of integers, uint8 truths of uint8, and integer squares of bools."""
    inexact = facts(dtypes[0]).rank >= 2
    if name in _TORCH_FLOATS and not inexact:
        return Undefined(f"torch.{name} takes floats only, not {dtypes[0]}")
    if name in _TORCH_TRUTHS and dtypes[0] == "uint8":
        return Loop(dtypes, ("uint8",))
    return Loop(("int64",)) if name == "square" and dtypes[0] == "bool" else None


_LOOPS: Final[dict[str, Callable[[str, tuple[str, ...]], Loop | Undefined | None]]] = {
    "numpy": numpy_loop,
    "numpy-1": numpy_loop,
    "jep9407-numpy": numpy_loop,
    "torch": torch_loop,
    "jep9407-pytorch": torch_loop,
}


def loop(
    system: str, name: str, operands: Sequence[Operand], joined: str, *, compares: bool = False
) -> Loop | Undefined | None:
    """Return what the library of a system does beside promotion; None: nothing.

    Args:
        system: the name of the system.
        name: the function, as ``jax.numpy`` calls it.
        operands: the operands.
        joined: the dtype of the operands after promotion, before integers become floats.
        compares: whether the joined dtype alone counts, as it does in comparisons.
    """
    if system == "array-api":
        arrays = tuple(each.dtype for each in operands if not each.python)
        lenient = compares or name in _LENIENT
        return array_api_loop(name, arrays if lenient else (*arrays, joined))
    if system == "numpy" and not compares:
        return numpy_loop(name, tuple(map(_as_numpy_has_it, operands)))
    found = _LOOPS.get(system)
    return None if found is None else found(name, (joined,) * len(operands))


def _as_numpy_has_it(operand: Operand) -> str:
    """The dtype of an array, or the name of the Python number that a weak one stands for."""
    if not (operand.python or operand.weak):
        return operand.dtype
    kind = facts(operand.dtype).kind
    return {"signed": "int", "unsigned": "int"}.get(kind, kind)
