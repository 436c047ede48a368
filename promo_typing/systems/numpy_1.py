"""NumPy's promotion before NumPy 2, where the values of scalars decide.

Sources: https://numpy.org/doc/1.26/reference/generated/numpy.result_type.html, NumPy 1.26, and the
table of https://docs.jax.dev/en/latest/jep/9407-type-promotion.html.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from promo_typing.core.dtypes import INTEGER_KINDS, Kind
from promo_typing.systems.base import RuleSystem
from promo_typing.systems.kinds import JEP_NODES, JEP_SOURCE, facts
from promo_typing.systems.model import Function, Kernel, Operand, Promoted, Result, Undefined
from promo_typing.systems.numpy_dtypes import (
    DTYPES,
    SUMS,
    as_array,
    bounds_of,
    can_cast,
    default_dtype,
    fits,
    inexact,
    promote_types,
)
from promo_typing.systems.numpy_ufuncs import ufunc_kernel
from promo_typing.systems.value_classes import FLOATS, magnitude


class NumPy1(RuleSystem):
    """NumPy 1: the value of a scalar decides, unless its category is above those of the arrays.

    Python scalars and all arrays without dimensions count as scalars. A Python scalar of unknown
    value counts as a small one, as in the tables of JEP 9407.
    """

    name = "numpy-1"
    source = "https://numpy.org/doc/1.26/reference/generated/numpy.result_type.html"
    python_scalars = "take the narrowest dtype of their value, beside arrays of their category"
    sums = SUMS
    dot_promotes = True

    def __init__(
        self, name: str = "numpy-1", nodes: tuple[str, ...] = (*DTYPES, "i*", "f*", "c*", "b*")
    ) -> None:
        super().__init__()
        self.name, self.nodes = name, nodes

    def own_kernel(
        self, function: Function, operands: Sequence[Operand], joined: str
    ) -> Kernel | Undefined | None:
        """Return the kernel of a ufunc for the promoted dtype, which the values have decided."""
        return ufunc_kernel(function.name, (joined,) * len(operands))

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        for each in operands:
            if not each.python and each.dtype not in DTYPES:
                return Undefined(f"{self.name} has no {each.dtype}")
        scalars = [each for each in operands if _is_scalar(each)]
        arrays = [each for each in operands if not _is_scalar(each)]
        if not arrays or not scalars or _category(scalars) > _category(arrays):
            return Promoted(_all(default_dtype(each) for each in operands))
        choices = [*((_Choice(each.dtype),) for each in arrays), *map(_of_value, scalars)]
        found = {_joined(chosen) for chosen in itertools.product(*choices)}
        if len(found) > 1:
            return Undefined(f"the value decides among {', '.join(sorted(found))}")
        return Promoted(found.pop())

    def _dot(self, operands: tuple[Operand, ...]) -> Result:
        return self._promote(tuple(map(as_array, operands)))

    def _castable(self, result: str, out: str) -> bool:
        return can_cast(result, out)


def _is_scalar(operand: Operand) -> bool:
    return operand.python or operand.weak or operand.zero_dimensional


def _category(operands: Iterable[Operand]) -> int:
    """The highest category among operands: 0 for booleans, 1 for integers, 2 for all others."""
    return max(min(facts(default_dtype(each)).rank, 2) for each in operands)


def _all(dtypes: Iterable[str]) -> str:
    first, *rest = dtypes
    for each in rest:
        first = promote_types(first, each)
    return first


_INTEGERS: Final = tuple(name for name in DTYPES if facts(name).is_integer)


class _Choice(NamedTuple):
    """The dtype of an array, or a possible dtype of a scalar.

    Attributes:
        dtype: the dtype.
        may_be_signed: whether the scalar also fits the signed dtype of the same width.
    """

    dtype: str
    may_be_signed: bool = False

    def beside(self, other: str) -> str:
        """Return the dtype for a promotion with another one: signed beside signed, if it may be."""
        signed = facts(other).kind == "signed"
        return self.dtype.removeprefix("u") if self.may_be_signed and signed else self.dtype


def _of_value(operand: Operand) -> tuple[_Choice, ...]:
    """The narrowest dtype that holds a scalar, or all possible ones if its value is unknown."""
    dtype = default_dtype(operand)
    kind = facts(dtype).kind
    if kind == "bool":
        return (_Choice("bool"),)
    if operand.value is not None or operand.python:
        return (_narrowest(kind, operand.value or 0),)
    return tuple(dict.fromkeys(_narrowest(kind, value) for value in _examples(dtype)))


def _examples(dtype: str) -> tuple[float, ...]:
    """Values of a dtype: at least one for each dtype to which NumPy 1 may narrow a value."""
    if facts(dtype).is_integer:
        bounds = (0, *(bound for name in _INTEGERS for bound in bounds_of(name)))
        return tuple(value for value in bounds if fits(value, dtype))
    wide = facts(dtype).part_bits
    return (0.0, *(2 * limit for bits, limit in FLOATS.items() if bits < wide))


def _narrowest(kind: Kind, value: float | complex) -> _Choice:
    if kind in INTEGER_KINDS:
        return _narrowest_integer(int(value.real))
    return _Choice(inexact(kind, magnitude(value)))


def _narrowest_integer(value: int) -> _Choice:
    for name in sorted(_INTEGERS, key=lambda name: (facts(name).bits, name.startswith("int"))):
        if fits(value, name):
            return _Choice(name, value >= 0 and fits(value, name.removeprefix("u")))
    return _Choice("uint64" if value > 0 else "int64")


def _joined(choices: tuple[_Choice, ...]) -> str:
    """Promote dtypes, one after the other."""
    first, *rest = choices
    result = first.dtype
    for each in rest:
        result = promote_types(result, each.beside(result))
    return result


def jep9407_numpy() -> NumPy1:
    """Return NumPy as JEP 9407 tabulates it, where Python scalars have small values."""
    made = NumPy1("jep9407-numpy", JEP_NODES)
    made.source = JEP_SOURCE
    return made
