"""What a promotion system is: operands go in, a dtype or the reason why there is none comes out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol, TypeAlias, get_args, runtime_checkable

from promo_typing.core.configuration import Promotion
from promo_typing.core.dataclass import dataclass
from promo_typing.systems.spelling import Spelling

OperationClass: TypeAlias = Literal["arithmetic", "comparison", "dot", "sum", "in_place"]
"""What is computed, as far as the dtype of the result depends on it.

``arithmetic`` is ``x + y``, ``comparison`` is ``x == y``, ``dot`` a product of two arrays with one
dimension, ``sum`` the sum of one array, ``in_place`` is ``x += y`` or an addition into ``out``.
"""

OPERATION_CLASSES: Final[tuple[OperationClass, ...]] = get_args(OperationClass)

Family: TypeAlias = Literal["keep", "join", "arithmetic", "compare", "float", "dot", "sum"]
"""How the dtypes of a function's operands decide the dtype in which it computes.

``keep``: each operand keeps its own. ``join``: all are promoted to one. ``arithmetic``,
``compare``: as ``join``, with the exceptions that ``x + y`` and ``x == y`` make. ``float``: all are
promoted to one, and an integer one then becomes a float. ``dot``: as in a product of two arrays.
``sum``: one operand, and the result is at least as wide as the accumulator of its kind.
"""

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
    """There is no result; ``reason`` says why in words.

    ``function`` is the one that refuses the operands, with whose name the reason begins; it is
    empty where the promotion of the operands fails, whatever the function.
    """

    reason: str
    function: str = ""

    def of(self, function: str) -> Undefined:
        """Return the same about a function that is computed as the one that refuses."""
        if not self.function:
            return self
        return Undefined(function + self.reason.removeprefix(self.function), function)


def refused_by(function: str, words: str) -> Undefined:
    """Return that a function refuses its operands, in words that follow its name."""
    return Undefined(f"{function} {words}", function)


Result: TypeAlias = Promoted | Undefined


@dataclass(frozen=True, slots=True)
class Function:
    """A function of ``jax.numpy``, as far as a promotion system is asked about it.

    ``name`` is its name there, such as ``add``. ``result_is_known`` tells that the result has the
    dtype in which the function computes, or is a bool; otherwise JAX decides it (``argmax``).
    """

    name: str
    family: Family
    result_is_known: bool = False


@dataclass(frozen=True, slots=True)
class Kernel:
    """The dtypes in which a function computes, one for each operand, and those of its results.

    Without ``results`` they are what JAX computes from operands of these dtypes. ``weak`` tells
    that the results are weakly typed.
    """

    operands: tuple[str, ...]
    results: tuple[str, ...] = ()
    weak: bool = False


@dataclass(frozen=True, slots=True)
class JaxSettings:
    """The settings of JAX that are fixed during a call; None leaves one as it is.

    ``x64`` is ``jax_enable_x64``, ``promotion`` is ``jax_numpy_dtype_promotion``.
    """

    x64: bool | None = None
    promotion: Promotion | None = None


class OperandError(ValueError):
    """Something is no operand, or no dtype that a promotion system knows."""


class Promoter(Protocol):
    """The minimal protocol of a promotion system of one's own."""

    def result_type(self, *operands: object) -> Result:
        """Return what the operands are promoted to by an addition, the leftmost one first.

        An operand is a name, a dtype, an array or scalar of any library, a Python scalar, or an
        :class:`Operand`.

        Raises:
            OperandError: an operand is none of these, or there are no operands.
        """
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


@runtime_checkable
class ExecutableSystem(Promoter, Protocol):
    """What the engine asks of a promotion system; its ``name`` is for messages alone.

    ``jax_settings`` are those under which JAX itself promotes as this system does. They are None
    for a system that JAX does not have, which then has a kernel for each function.
    """

    name: str
    jax_settings: JaxSettings | None

    def kernel(self, function: Function, operands: Sequence[Operand]) -> Kernel | Undefined:
        """Return in which dtypes a function of ``jax.numpy`` computes, given these operands.

        Raises:
            OperandError: an operand has no dtype that the system knows.
        """
        ...


class System(ExecutableSystem, Protocol):
    """One way to promote dtypes, described in full.

    ``nodes`` are the names of its operands: dtypes, ``i*``, ``f*``, ``c*`` and ``b*`` for Python's
    int, float, complex and bool, and ``int32*`` and the like where weak values have widths.
    ``spelling`` is None where it is not known what programs look like.
    """

    source: str
    symmetric: bool
    nodes: tuple[str, ...]
    python_scalars: str
    spelling: Spelling | None

    def cell(self, left: str, right: str) -> str | None:
        """Return the node that two nodes are promoted to, or None where that is undefined."""
        ...
