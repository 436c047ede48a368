"""OneFlow's promotion: a table for pairs of dtypes, and Python scalars that rarely change a dtype.

OneFlow has PyTorch's interface but not PyTorch's promotion: bfloat16 is above float64, complex64 is
above float64, and tensors take no complex scalars.

Sources: ``promoteTypes`` (oneflow/core/framework/dtype.cpp), ``TensorProcessor``
(core/functional/tensor_processor.cpp), and the functors of ``core/functional/impl``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from promo_typing.systems.base import RuleSystem
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
from promo_typing.systems.numpy_dtypes import mixed_integers
from promo_typing.systems.spelling import Spelling

_SMALL_COMPLEX: Final = "complex32"
_BRAIN_FLOAT: Final = "bfloat16"
_DEFAULT_FLOAT: Final = "float32"
_DEFAULT_INTEGER: Final = "int64"
_OF_SCALARS: Final = {
    "bool": "bool",
    "int": _DEFAULT_INTEGER,
    "float": _DEFAULT_FLOAT,
    "complex": "complex64",
}
"""The dtypes of results if all operands are Python scalars."""

_OF_FLOATS: Final = frozenset({"mean", "var", "std"})
_OF_EQUAL_DTYPES: Final = frozenset({"where", "stack"})
_POWERS: Final = frozenset({"pow", "power", "float_power"})


class OneFlow(RuleSystem):
    """OneFlow.

    Tensors without dimensions count only if all tensors are such, or if they are complex. A Python
    float makes integers ``float32``, a Python int makes bools ``int64``; else scalars do not count.
    """

    name = "oneflow"
    source = (
        "https://github.com/Oneflow-Inc/oneflow/blob/25c8978c1c8b1371ef6aa4187dae4495bd233c35"
        "/oneflow/core/framework/dtype.cpp"
    )
    python_scalars = "keep the dtype, but a float makes integers float32, and an int bools int64"
    nodes = (*JEP_DTYPES, _SMALL_COMPLEX, "i*", "f*", "c*", "b*")
    spelling: Spelling | None = Spelling(
        "{x}.to(flow.{dtype})", "flow.tensor({x}, dtype=flow.{dtype})", flat=True
    )

    def own_kernel(
        self, function: Function, operands: Sequence[Operand], joined: str
    ) -> Kernel | Undefined | None:
        """Return the kernel of OneFlow's exceptions.

        ``prod`` keeps integers, powers of tensors turn integers into floats, means take floats
        only, and some functions do not promote.
        """
        name, every = function.name, (joined,) * len(operands)
        if name in _OF_FLOATS and facts(joined).kind != "float":
            return refused_by(name, f"takes floats only, not {joined}")
        if name in _OF_EQUAL_DTYPES:
            return _equal(function, operands)
        if name == "prod" and facts(joined).is_integer:
            return Kernel(every, (joined,))
        of_tensors = not any(_is_scalar(each) for each in operands)
        if name in _POWERS and of_tensors and facts(joined).is_integer:
            return Kernel((_DEFAULT_FLOAT,) * len(operands), (_DEFAULT_FLOAT,))
        return None

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        missing = [each.dtype for each in operands if not self._has(each)]
        if missing:
            return Undefined(f"{self.name} has no {missing[0]}")
        tensors = [each for each in operands if not _is_scalar(each)]
        if not tensors:
            return _joined([_OF_SCALARS[_python_type(each)] for each in operands])
        joined = _joined([each.dtype for each in _counted(tensors)])
        for each in filter(_is_scalar, operands):
            joined = joined if isinstance(joined, Undefined) else _with_scalar(joined.dtype, each)
        return joined

    def _comparison(self, operands: tuple[Operand, ...]) -> Result:
        """In a comparison a Python bool counts as an int; arithmetic refuses it."""
        as_int = Operand("int", python=True)
        return super()._comparison(
            tuple(as_int if each.python and each.dtype == "bool" else each for each in operands)
        )

    def _in_place(self, operands: tuple[Operand, ...], out: Operand) -> Result:
        """``x += y`` converts a tensor ``y`` to any dtype of ``x``, but not a Python scalar ``y``.

        OneFlow has no addition into a third tensor.
        """
        first, *others = operands
        if out.dtype == first.dtype and not any(map(_is_scalar, (first, *others))):
            return Promoted(out.dtype)
        return super()._in_place(operands, out)

    def _has(self, operand: Operand) -> bool:
        return operand.python or operand.dtype in self.nodes


def promote_types(left: str, right: str) -> str | Undefined:
    """Return the dtype to which two tensor dtypes are promoted: OneFlow's ``promoteTypes``."""
    one, other = facts(left), facts(right)
    if left == right or "bool" in (left, right):
        return _with_bool(left, right)
    if "complex" in (one.kind, other.kind):
        return _complex(left, right)
    if _BRAIN_FLOAT in (left, right):
        return _BRAIN_FLOAT
    if one.is_integer and other.is_integer and one.kind != other.kind:
        unsigned, signed = sorted((one, other), key=lambda each: each.kind == "signed")
        found = mixed_integers(unsigned.bits, signed.bits)
        return found or Undefined(f"{left} and {right}: OneFlow makes int128 of them")
    return max(left, right, key=lambda name: (facts(name).rank, facts(name).bits))


def _with_bool(left: str, right: str) -> str | Undefined:
    higher = right if left == "bool" else left
    if left != right and higher == _SMALL_COMPLEX:
        return _lonely(left, right)
    return higher


def _complex(left: str, right: str) -> str | Undefined:
    """The wider of two complex dtypes, else the complex one, even if the float is more precise."""
    higher = max(left, right, key=lambda name: (facts(name).rank, facts(name).bits))
    is_lonely = higher == _SMALL_COMPLEX and left != right
    return _lonely(left, right) if is_lonely else higher


def _lonely(left: str, right: str) -> Undefined:
    return Undefined(f"{left} and {right}: complex32 promotes with complex dtypes only")


def _joined(dtypes: Sequence[str]) -> Result:
    """The dtype to which tensor dtypes are promoted, one after another."""
    joined = dtypes[0]
    for dtype in dtypes[1:]:
        found = promote_types(joined, dtype)
        if isinstance(found, Undefined):
            return found
        joined = found
    return Promoted(joined)


def _with_scalar(dtype: str, scalar: Operand) -> Result:
    """The dtype of a tensor with a Python scalar, as ``ScalarMathBaseFunctor`` converts it."""
    python = _python_type(scalar)
    if python in ("bool", "complex"):
        return Undefined(f"OneFlow takes no Python {python} in arithmetic with tensors")
    if python == "float" and facts(dtype).rank < facts(_DEFAULT_FLOAT).rank:
        return Promoted(_DEFAULT_FLOAT)
    return Promoted(_DEFAULT_INTEGER if python == "int" and dtype == "bool" else dtype)


def _counted(tensors: Sequence[Operand]) -> Iterable[Operand]:
    """The tensors whose dtypes count in the promotion."""
    some = [each for each in tensors if not each.zero_dimensional or _is_complex(each)]
    flat = all(each.zero_dimensional for each in tensors)
    return tensors if flat else some


def _is_complex(operand: Operand) -> bool:
    return facts(operand.dtype).kind == "complex"


def _is_scalar(operand: Operand) -> bool:
    return operand.python or operand.weak


def _python_type(operand: Operand) -> str:
    """The type of a Python scalar; a weak array counts as one."""
    if operand.python:
        return operand.dtype
    return {"bool": "bool", "float": "float", "complex": "complex"}.get(
        facts(operand.dtype).kind, "int"
    )


def _equal(function: Function, operands: Sequence[Operand]) -> Undefined | None:
    tensors = [each.dtype for each in operands if not _is_scalar(each)]
    different = list(dict.fromkeys(tensors))
    if len(different) < 2:
        return None
    return refused_by(function.name, f"takes equal dtypes, not {' and '.join(different)}")
