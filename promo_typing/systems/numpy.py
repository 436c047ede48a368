"""NumPy's promotion since NumPy 2.

Sources: https://numpy.org/neps/nep-0050-scalar-promotion.html, ``numpy.result_type`` and
``numpy.can_cast`` of NumPy 2.4 and 2.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from promo_typing.systems.base import PairSystem
from promo_typing.systems.kinds import facts
from promo_typing.systems.model import Function, Kernel, Operand, Promoted, Result, Undefined
from promo_typing.systems.numpy_dtypes import (
    DEFAULT_OF_NODE,
    DTYPES,
    SUMS,
    as_array,
    can_cast,
    misfit,
    promote_types,
    with_scalar,
    without_value,
)
from promo_typing.systems.numpy_ufuncs import ufunc_kernel, ufunc_operand
from promo_typing.systems.spelling import Spelling


class NumPy(PairSystem):
    """NumPy 2: Python scalars are weak, all other operands promote by their dtypes alone."""

    name = "numpy"
    source = "https://numpy.org/neps/nep-0050-scalar-promotion.html"
    python_scalars = "decide the category only; an int that does not fit the dtype is an error"
    nodes = (*DTYPES, "i*", "f*", "c*", "b*")
    sums = SUMS
    spelling: Spelling | None = Spelling("{x}.astype(np.{dtype})", "np.{dtype}({x})")
    dot_promotes = True

    def own_kernel(
        self, function: Function, operands: Sequence[Operand], joined: str
    ) -> Kernel | Undefined | None:
        """Return the kernel of a ufunc: for the join in comparisons, else for the operands."""
        if function.family == "compare":
            return ufunc_kernel(function.name, (joined,) * len(operands))
        return ufunc_kernel(function.name, tuple(map(ufunc_operand, operands)))

    def _pair(self, left: str, right: str) -> str:
        if left in DEFAULT_OF_NODE and right in DEFAULT_OF_NODE:
            return promote_types(DEFAULT_OF_NODE[left], DEFAULT_OF_NODE[right])
        if left in DEFAULT_OF_NODE:
            return with_scalar(right, left)
        return with_scalar(left, right) if right in DEFAULT_OF_NODE else promote_types(left, right)

    def _promoted(self, node: str) -> Promoted:
        return Promoted(DEFAULT_OF_NODE.get(node, node))

    def _ordered(self, nodes: Iterable[str]) -> Sequence[str]:
        """Arrays before scalars, and the highest category first, the order of NumPy."""
        return sorted(nodes, key=lambda node: (node in DEFAULT_OF_NODE, -facts(node).rank))

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        result = super()._promote(operands)
        if isinstance(result, Undefined):
            return result
        return misfit(operands, result.dtype) or result

    def _comparison(self, operands: tuple[Operand, ...]) -> Result:
        return super()._comparison(tuple(map(without_value, operands)))

    def _dot(self, operands: tuple[Operand, ...]) -> Result:
        """The dot product, which converts Python scalars to arrays before it promotes."""
        return super()._dot(tuple(map(as_array, operands)))

    def _castable(self, result: str, out: str) -> bool:
        return can_cast(result, out)
