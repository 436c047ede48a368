"""What a promotion system is: operands go in, a dtype or the reason why there is none comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias, get_args

OperationClass: TypeAlias = Literal["arithmetic", "comparison", "dot", "sum", "in_place"]
"""What is computed, as far as the dtype of the result depends on it.

``arithmetic`` is ``x + y``, ``comparison`` is ``x == y``, ``dot`` a product of two arrays with one
dimension, ``sum`` the sum of one array, ``in_place`` is ``x += y`` or an addition into ``out``.
"""

OPERATION_CLASSES: Final[tuple[OperationClass, ...]] = get_args(OperationClass)

PYTHON_SYMBOLS: Final = {"bool": "b*", "int": "i*", "float": "f*", "complex": "c*"}
"""The nodes of Python scalars, as the tables of JEP 9407 name them."""


@dataclass(frozen=True, slots=True)
class Operand:
    """What a promotion system may ask about an operand.

    ``dtype`` is a name such as ``float32``; of a Python scalar it is ``bool``, ``int``, ``float``
    or ``complex``, and ``python`` is true. ``weak`` is JAX's and TensorFlow's mark of arrays that
    promote as Python scalars do. ``value`` is None where it is not known.
    """

    dtype: str
    weak: bool = False
    python: bool = False
    zero_dimensional: bool = False
    value: int | float | complex | None = None


@dataclass(frozen=True, slots=True)
class Promoted:
    """The dtype of a result, and whether it is weak."""

    dtype: str
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Undefined:
    """There is no result; ``reason`` says why in words."""

    reason: str


Result: TypeAlias = Promoted | Undefined


class OperandError(ValueError):
    """Something is no operand, or no dtype that a promotion system knows."""


class System(Protocol):
    """One way to promote dtypes.

    ``nodes`` are the names of its operands: dtypes, ``i*``, ``f*``, ``c*`` and ``b*`` for Python's
    int, float, complex and bool, and ``int32*`` and the like where weak values have widths.
    """

    name: str
    source: str
    symmetric: bool
    nodes: tuple[str, ...]
    python_scalars: str

    def result_type(self, *operands: object) -> Result:
        """Return what the operands are promoted to by an addition, the leftmost one first.

        An operand is a name, a dtype, an array or scalar of any library, a Python scalar, or an
        :class:`Operand`.

        Raises:
            OperandError: an operand is none of these, or there are no operands.
        """
        ...

    def cell(self, left: str, right: str) -> str | None:
        """Return the node that two nodes are promoted to, or None where that is undefined."""
        ...

    def operation(self, kind: OperationClass, *operands: object, out: object = None) -> Result:
        """Return the dtype of the result of an operation of some class.

        Args:
            kind: the class.
            operands: one for ``sum``, else two.
            out: the array that receives the result, of ``in_place``; by default the first operand.

        Raises:
            OperandError: there is no such class, or the number of operands is wrong.
        """
        ...
