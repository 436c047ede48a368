"""NumPy's dtypes: the promotion of two, the dtypes of Python scalars, and which values fit.

Source: ``numpy.promote_types``, which the tests compare for all pairs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from promo_typing.core.dtypes import INEXACT_KINDS, KINDS, OF_NUMPY, Kind
from promo_typing.core.formats import integer_bounds
from promo_typing.systems.kinds import JEP_DTYPES, facts
from promo_typing.systems.model import PYTHON_SYMBOLS, Operand, Undefined

DTYPES: Final = tuple(name for name in JEP_DTYPES if name in OF_NUMPY)
DEFAULTS: Final = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}
"""The dtypes of Python scalars without arrays (on all platforms since NumPy 2)."""
DEFAULT_OF_NODE: Final = {PYTHON_SYMBOLS[python]: dtype for python, dtype in DEFAULTS.items()}

SUMS: Final[dict[Kind, str]] = {"bool": "int64", "unsigned": "uint64", "signed": "int64"}


def promote_types(left: str, right: str) -> str:
    """Return the narrowest dtype that holds the values of two, like ``numpy.promote_types``.

    float64 counts as holding integers of 32 and 64 bits.
    """
    one, other = sorted((left, right), key=lambda name: KINDS.index(facts(name).kind))
    low, high = facts(one), facts(other)
    if low.kind == high.kind:
        return max(one, other, key=lambda name: facts(name).bits)
    if low.kind == "bool":
        return other
    if high.kind == "signed":
        return mixed_integers(low.bits, high.bits) or "float64"
    return inexact(high.kind, max(_float_bits(one), _float_bits(other)))


def mixed_integers(unsigned: int, signed: int) -> str | None:
    """Return the narrowest signed dtype that holds both widths, None if there is none."""
    bits = max(2 * unsigned, signed)
    return f"int{bits}" if bits <= 64 else None


def _float_bits(name: str) -> int:
    """The width of the float that holds a dtype, or each part of a complex dtype."""
    of = facts(name)
    return of.part_bits if of.kind in INEXACT_KINDS else min(2 * of.bits, 64)


def inexact(kind: Kind, bits: int) -> str:
    """Return the float dtype of a width, or the complex dtype whose parts have it."""
    return f"float{bits}" if kind == "float" else f"complex{2 * max(bits, 32)}"


def with_scalar(dtype: str, scalar: str) -> str:
    """Return the dtype of an array with a Python scalar (``i*``), which decides only the kind."""
    array, python = facts(dtype), facts(scalar)
    if python.rank <= array.rank:
        return dtype
    if array.kind == "float":
        return inexact("complex", array.bits)
    return DEFAULT_OF_NODE[scalar]


def fits(value: object, dtype: str) -> bool:
    """Whether a value fits a dtype: a Python integer must be in range, other values always fit."""
    if not isinstance(value, int) or not facts(dtype).is_integer:
        return True
    lowest, highest = bounds_of(dtype)
    return lowest <= value <= highest


def bounds_of(dtype: str) -> tuple[int, int]:
    """Return the lowest and the highest value of an integer dtype."""
    return integer_bounds(*facts(dtype))


def misfit(operands: Iterable[Operand], dtype: str) -> Undefined | None:
    """Return the refusal if a Python integer is out of bounds for the result, else None."""
    for each in operands:
        if each.python and not fits(each.value, dtype):
            return Undefined(f"the Python integer {each.value} is out of bounds for {dtype}")
    return None


def default_dtype(operand: Operand) -> str:
    """Return the dtype of an operand as an array: the default dtype for a Python scalar."""
    if operand.python and isinstance(operand.value, int) and not fits(operand.value, "int64"):
        return "uint64"
    return DEFAULTS[operand.dtype] if operand.python else operand.dtype


def as_array(operand: Operand) -> Operand:
    """Return an operand as an array, for operations that take only arrays."""
    return Operand(default_dtype(operand)) if operand.python else Operand(operand.dtype)


def without_value(operand: Operand) -> Operand:
    """Return the operand with an unknown value."""
    return Operand(operand.dtype, operand.weak, operand.python, operand.zero_dimensional)


def can_cast(result: str, out: str) -> bool:
    """Whether an array can store a result: ``numpy.can_cast`` with "same_kind"."""
    return KINDS.index(facts(result).kind) <= KINDS.index(facts(out).kind)
