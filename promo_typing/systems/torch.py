"""PyTorch's promotion, which ranks tensors with dimensions, tensors without, and Python scalars.

Sources: ``c10::promoteTypes`` (c10/core/ScalarType.h) and ``at::native::result_type``
(aten/src/ATen/native/TypeProperties.cpp) of PyTorch 2.13, and the table of
https://docs.jax.dev/en/latest/jep/9407-type-promotion.html for the PyTorch of that day.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from promo_typing.core import formats
from promo_typing.core.dtypes import STRONG
from promo_typing.systems.base import RuleSystem
from promo_typing.systems.kinds import JEP_NODES, JEP_SOURCE, facts
from promo_typing.systems.model import (
    Function,
    Kernel,
    Operand,
    OperandError,
    Promoted,
    Result,
    Undefined,
    refused_by,
)
from promo_typing.systems.numpy_dtypes import DEFAULTS, fits, mixed_integers
from promo_typing.systems.spelling import Spelling

COMPLEX_OF: Final = {
    "float16": "complex32",
    "bfloat16": "complex64",
    **{part: whole for part, whole in formats.COMPLEX_OF.items() if whole in STRONG},
}
"""The complex dtype for each real one. bfloat16 has complex64, since no dtype has such parts."""

_COMPLEX_OF_THEN: Final = {**COMPLEX_OF, "float16": "complex64"}
"""The complex dtypes at the time of JEP 9407, when complex32 had no arithmetic."""

_SMALL: Final = {sign: tuple(f"{sign}{bits}" for bits in range(1, 8)) for sign in ("uint", "int")}
_BAREBONES: Final = frozenset({*_SMALL["uint"], "uint16", "uint32", "uint64"})
"""Unsigned dtypes that promote with floats only."""
_FLOAT8: Final = (
    *("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"),
)
_FLOAT4: Final = "float4_e2m1fn"
_BESIDE_THE_TABLE: Final = frozenset({*_SMALL["int"], _FLOAT4})
_DTYPES: Final = (
    "bool",
    *(*_SMALL["uint"], "uint8", "uint16", "uint32", "uint64"),
    *(*_SMALL["int"], "int8", "int16", "int32", "int64"),
    *(_FLOAT4, *_FLOAT8, "bfloat16", "float16", "float32", "float64"),
    *("complex32", "complex64", "complex128"),
)

_OF_FLOATS: Final = frozenset({"mean", "var", "std", "nanmean", "nanvar", "nanstd"})
_TRUTHS: Final = frozenset({"any", "all"})
"""Functions that return uint8 for uint8, and bool for all other dtypes."""


class Torch(RuleSystem):
    """PyTorch.

    The category of a result is the highest category of all operands. Its width is that of the
    tensors with dimensions, if they have this category; else that of the tensors without
    dimensions; else that of Python scalars, which have the default dtype.

    Args:
        default_dtype: the value of ``torch.get_default_dtype()``.

    Raises:
        OperandError: PyTorch does not accept this dtype as default.
    """

    name = "torch"
    source = "https://github.com/pytorch/pytorch/blob/v2.13.0/c10/core/ScalarType.h"
    python_scalars = "decide the category only, after tensors without dimensions"
    nodes = (*_DTYPES, "i*", "f*", "c*", "b*")
    spelling: Spelling | None = Spelling(
        "{x}.to(torch.{dtype})",
        "torch.tensor({x}, dtype=torch.{dtype})",
        flat=True,
        without_addition=frozenset({"uint16", "uint32", "uint64"}),
    )

    def __init__(self, default_dtype: str = "float32") -> None:
        super().__init__()
        if default_dtype not in COMPLEX_OF:
            known = ", ".join(COMPLEX_OF)
            raise OperandError(f"{default_dtype!r} is no default dtype; expected one of {known}")
        self.dtypes: frozenset[str] = frozenset(_DTYPES)
        self.complex_of = COMPLEX_OF
        self.scalars = {
            "bool": "bool",
            "int": "int64",
            "float": default_dtype,
            "complex": COMPLEX_OF[default_dtype],
        }

    def promoted(self, function: Function, operands: Sequence[Operand]) -> Result:
        """Return the dtype to which operands are promoted; ``einsum`` takes equal dtypes only."""
        if function.family == "dot" and len(operands) != 2:
            return _equal(function.name, operands)
        return super().promoted(function, operands)

    def own_kernel(
        self, function: Function, operands: Sequence[Operand], joined: str
    ) -> Kernel | Undefined | None:
        """Return the kernel of PyTorch's exceptions: means refuse integers, ``any`` keeps uint8."""
        every, name = (joined,) * len(operands), function.name
        if name in _OF_FLOATS and facts(joined).rank < 2:
            return Undefined(f"torch.{name} takes floats only, not {joined}")
        if name in _TRUTHS and joined == "uint8":
            return Kernel(every, ("uint8",))
        if function.family == "compare" and joined == "complex32":
            return Kernel(("complex64",) * len(operands), ("bool",))
        return Kernel(("int64",)) if name == "square" and joined == "bool" else None

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        missing = [each.dtype for each in operands if not self._has(each)]
        if missing:
            return Undefined(f"{self.name} has no {missing[0]}")
        large = [each.value for each in operands if each.python and not _is_convertible(each)]
        if large:
            return Undefined(f"the Python integer {large[0]} is out of bounds for a tensor")
        groups = [self._joined(level, operands) for level in range(3)]
        result = self._combined(groups[0], self._combined(groups[1], groups[2]))
        return result if isinstance(result, Undefined) else Promoted(str(result))

    def _has(self, operand: Operand) -> bool:
        return operand.python or operand.dtype in self.dtypes

    def _joined(self, level: int, operands: Iterable[Operand]) -> str | Undefined | None:
        """The dtype to which the operands of one level are promoted, None if there are none."""
        names = [self._dtype(each) for each in operands if _level(each) == level]
        first: str | Undefined | None = names[0] if names else None
        return reduce(_next, names[1:], first)

    def _dtype(self, operand: Operand) -> str:
        if operand.python and not fits(operand.value, "int64"):
            return "uint64"
        return self.scalars[operand.dtype] if operand.python else operand.dtype

    def _combined(
        self, higher: str | Undefined | None, lower: str | Undefined | None
    ) -> str | Undefined | None:
        """Promote two levels: the higher one decides, unless the other has a higher category."""
        if higher is None or lower is None:
            return higher or lower
        if isinstance(higher, Undefined) or isinstance(lower, Undefined):
            return higher if isinstance(higher, Undefined) else lower
        high, low = facts(higher), facts(lower)
        if high.kind == "float" and low.kind == "complex":
            found = self.complex_of.get(higher)
            return found or Undefined(f"torch has no complex dtype with parts of {higher}")
        if low.kind == "complex" and high.is_integer:
            return lower
        if higher == "bool" or low.rank > max(high.rank, 1):
            return promote_types(higher, lower)
        return higher

    def _castable(self, result: str, out: str) -> bool:
        """``c10::canCast``: not to a lower category; all integers are one category."""
        return facts(result).rank <= facts(out).rank


def _equal(function: str, operands: Sequence[Operand]) -> Result:
    dtypes = list(dict.fromkeys(each.dtype for each in operands))
    if len(dtypes) > 1:
        return refused_by(function, f"takes equal dtypes, not {' and '.join(dtypes)}")
    return Promoted(dtypes[0])


def _is_convertible(operand: Operand) -> bool:
    """Whether PyTorch converts a Python scalar to a tensor: an integer must fit 64 bits."""
    return fits(operand.value, "int64") or fits(operand.value, "uint64")


def _level(operand: Operand) -> int:
    if operand.python or operand.weak:
        return 2
    return 1 if operand.zero_dimensional else 0


def _next(joined: str | Undefined | None, name: str) -> str | Undefined:
    return joined if isinstance(joined, Undefined) else promote_types(str(joined), name)


def promote_types(left: str, right: str) -> str | Undefined:
    """Return the dtype to which two tensor dtypes are promoted: ``c10::promoteTypes``."""
    if left == right:
        return left
    if left in _FLOAT8 or right in _FLOAT8:
        return Undefined(f"{left} and {right}: an 8-bit float promotes with its own dtype only")
    if left in _BAREBONES or right in _BAREBONES:
        return _with_barebones(left, right)
    outside = sorted(_BESIDE_THE_TABLE & {left, right})
    if outside:
        return Undefined(f"{left} and {right}: {outside[0]} is not in the table of promotions")
    return _in_table(left, right)


def _with_barebones(left: str, right: str) -> str | Undefined:
    floats = [name for name in (left, right) if facts(name).kind == "float"]
    if floats:
        return floats[0]
    barebones = left if left in _BAREBONES else right
    return Undefined(f"{left} and {right}: {barebones} promotes with floats only")


def _in_table(left: str, right: str) -> str:
    low, high = sorted((left, right), key=lambda name: (facts(name).rank, facts(name).bits))
    one, other = facts(low), facts(high)
    if one.kind == other.kind == "float":
        return "float32" if one.bits == other.bits else high
    if one.kind == "float":
        # float16 with a complex dtype gives at least complex32, bfloat16 at least complex64.
        return max(high, COMPLEX_OF[low], key=lambda name: facts(name).bits)
    if one.is_integer and other.is_integer and one.kind != other.kind:
        unsigned, signed = sorted((one, other), key=lambda each: each.kind == "signed")
        return mixed_integers(unsigned.bits, signed.bits) or high
    return high


class JepTorch(Torch):
    """PyTorch as JEP 9407 tabulates it.

    Two Python scalars of one type have NumPy's default dtype, float16 with a complex scalar is
    complex64, and uint8 is the only unsigned dtype.
    """

    name = "jep9407-pytorch"
    source = JEP_SOURCE
    nodes = JEP_NODES
    spelling: Spelling | None = None

    def __init__(self) -> None:
        super().__init__()
        self.dtypes = frozenset(JEP_NODES) - _BAREBONES - {"i*", "f*", "c*"}
        self.complex_of = _COMPLEX_OF_THEN

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        kinds = {each.dtype for each in operands}
        if len(kinds) == 1 and all(each.python for each in operands):
            return Promoted(DEFAULTS[kinds.pop()])
        return super()._promote(operands)
