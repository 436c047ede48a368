"""The promotion of the Python array API standard.

Source: https://data-apis.org/array-api/2025.12/API_specification/type_promotion.html
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from promo_typing.core.dtypes import INEXACT_KINDS, INTEGER_KINDS, NUMBER_KINDS, Kind
from promo_typing.systems.base import PairSystem
from promo_typing.systems.kinds import JEP_DTYPES, facts
from promo_typing.systems.model import (
    Function,
    Kernel,
    Operand,
    Promoted,
    Result,
    Undefined,
    refused_by,
)
from promo_typing.systems.numpy_dtypes import misfit, mixed_integers, promote_types
from promo_typing.systems.spelling import Spelling

_PYTHON: Final = {"b*": 0, "i*": 1, "f*": 2, "c*": 3}
"""For each Python scalar the lowest category of arrays with which it is promoted."""


_SUMS: Final[dict[Kind, str]] = {"unsigned": "uint64", "signed": "int64"}


_ALL: Final = frozenset(get_args(Kind))
_REAL: Final = NUMBER_KINDS - {"complex"}
_REAL_FLOATING: Final = frozenset[Kind]({"float"})
_BOOL: Final = frozenset[Kind]({"bool"})
_COMPLEX: Final = frozenset[Kind]({"complex"})

_ADDITIONS: Final = ("add", "subtract", "multiply", "power", "pow", "square", "diff")
_SIGNS: Final = ("abs", "absolute", "negative", "positive", "sign", "conj", "conjugate", "real")
_SUMS_AND_PRODUCTS: Final = (
    *("sum", "prod", "cumulative_sum", "cumulative_prod", "cumsum", "cumprod", "trace"),
    *("matmul", "dot", "vecdot", "tensordot"),
)
_ORDERINGS: Final = (
    *("less", "less_equal", "greater", "greater_equal", "maximum", "minimum", "clip"),
    *("max", "min", "amax", "amin", "argmax", "argmin", "sort", "argsort"),
)
_SHIFTS: Final = ("left_shift", "right_shift", "bitwise_left_shift", "bitwise_right_shift")
_BITS: Final = ("bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "bitwise_invert")
_FLOATS: Final = ("atan2", "arctan2", "hypot", "logaddexp", "copysign", "nextafter", "signbit")

_KINDS: Final[dict[str, frozenset[Kind]]] = {
    **dict.fromkeys((*_ADDITIONS, *_SIGNS, *_SUMS_AND_PRODUCTS), NUMBER_KINDS),
    **dict.fromkeys(("round", "isfinite", "isinf", "isnan"), NUMBER_KINDS),
    **dict.fromkeys((*_ORDERINGS, "floor_divide", "remainder", "mod"), _REAL),
    **dict.fromkeys(("ceil", "floor", "trunc"), _REAL),
    **dict.fromkeys((*_FLOATS, "var", "std"), _REAL_FLOATING),
    **dict.fromkeys(("divide", "true_divide", "mean", "reciprocal"), INEXACT_KINDS),
    **dict.fromkeys((*_SHIFTS, "isin"), INTEGER_KINDS),
    **dict.fromkeys((*_BITS, "invert"), INTEGER_KINDS | _BOOL),
    **dict.fromkeys(("logical_and", "logical_or", "logical_xor", "logical_not"), _BOOL),
    "imag": _COMPLEX,
}
"""The kinds for which the standard defines a function; all other functions take any kind."""

_LENIENT: Final = frozenset({"maximum", "minimum"})
"""Functions that, like comparisons, check only arrays in array-api-strict, not Python scalars."""


class ArrayApi(PairSystem):
    """The standard: kinds do not mix, except real and complex floats."""

    name = "array-api"
    source = "https://data-apis.org/array-api/2025.12/API_specification/type_promotion.html"
    python_scalars = "take the dtype of the array, which must be of their category or a higher one"
    nodes = (
        *(name for name in JEP_DTYPES if name not in ("bfloat16", "float16")),
        *("i*", "f*", "c*", "b*"),
    )
    sums = _SUMS
    summable = NUMBER_KINDS
    dot_promotes = True
    spelling: Spelling | None = Spelling(
        "xp.astype({x}, xp.{dtype})", "xp.asarray({x}, dtype=xp.{dtype})"
    )

    def own_kernel(
        self, function: Function, operands: Sequence[Operand], joined: str
    ) -> Kernel | Undefined | None:
        """Refuse dtypes of kinds for which the standard does not define the function."""
        dtypes = [each.dtype for each in operands if not each.python]
        if function.family != "compare" and function.name not in _LENIENT:
            dtypes.append(joined)
        kinds = _KINDS.get(function.name, _ALL)
        refused = next((each for each in dtypes if facts(each).kind not in kinds), None)
        if refused is None:
            return None
        return Undefined(f"the standard defines {function.name} not for {refused}")

    def _pair(self, left: str, right: str) -> str | Undefined:
        if left in _PYTHON and right in _PYTHON:
            return Undefined("Python scalars promote with arrays only; expected an array")
        if left in _PYTHON:
            left, right = right, left
        return _with_scalar(left, right) if right in _PYTHON else _arrays(left, right)

    def _ordered(self, nodes: Iterable[str]) -> Sequence[str]:
        return sorted(nodes, key=lambda node: node in _PYTHON)

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        if all(each.python for each in operands):
            return Undefined("Python scalars promote with arrays only; expected an array")
        result = super()._promote(operands)
        if isinstance(result, Undefined):
            return result
        return misfit(operands, result.dtype) or result

    def _arithmetic(self, operands: tuple[Operand, ...]) -> Result:
        result = self._promote(operands)
        return (
            refused_by("add", "takes numbers, not bool") if result == Promoted("bool") else result
        )

    def _in_place(self, operands: tuple[Operand, ...], out: Operand) -> Result:
        result = self._arithmetic(operands)
        return result if isinstance(result, Undefined) else super()._in_place(operands, out)

    def _dot(self, operands: tuple[Operand, ...]) -> Result:
        for each in operands:
            if each.python or each.dtype == "bool":
                return refused_by("dot", f"takes arrays of numbers, not {each.dtype}")
        return super()._dot(operands)


def _arrays(left: str, right: str) -> str | Undefined:
    one, other = facts(left), facts(right)
    if one.is_integer and other.is_integer and one.kind != other.kind:
        unsigned, signed = sorted((one, other), key=lambda each: each.kind == "signed")
        found = mixed_integers(unsigned.bits, signed.bits)
        return found or Undefined(f"no integer dtype holds both {left} and {right}")
    if one.rank == other.rank or min(one.rank, other.rank) >= 2:
        return promote_types(left, right)
    return Undefined(f"{left} and {right} are of different kinds, whose mixing is not defined")


def _with_scalar(dtype: str, scalar: str) -> str | Undefined:
    array, lowest = facts(dtype), _PYTHON[scalar]
    if (scalar == "b*") != (array.kind == "bool") or array.rank < min(lowest, 2):
        return Undefined(f"{dtype} is no array for a Python scalar {scalar}")
    # A complex scalar makes a real array complex.
    if lowest == 3 and array.kind == "float":
        return promote_types(dtype, f"complex{2 * array.bits}")
    return dtype
