"""The protocol of a promotion system, which takes operands and returns a dtype or a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol, TypeAlias, get_args, runtime_checkable

from promo_typing.core.configuration import Promotion
from promo_typing.core.dataclass import dataclass
from promo_typing.systems.spelling import Spelling

OperationClass: TypeAlias = Literal["arithmetic", "comparison", "dot", "sum", "in_place"]
"""The classes of operations whose results may have different dtypes.

``arithmetic`` is ``x + y``, ``comparison`` is ``x == y``, ``dot`` is the product of two vectors,
``sum`` is the sum of one array, ``in_place`` is ``x += y`` or an addition into ``out``.
"""

OPERATION_CLASSES: Final[tuple[OperationClass, ...]] = get_args(OperationClass)

Family: TypeAlias = Literal["keep", "join", "arithmetic", "compare", "float", "dot", "sum"]
"""The families of functions, by how the dtypes of operands decide the dtype of the computation.

``keep``: each operand keeps its dtype. ``join``: all operands are promoted to one dtype.
``arithmetic``, ``compare``: like ``join``, with the exceptions of ``x + y`` and ``x == y``.
``float``: like ``join``, and an integer dtype then becomes a float. ``dot``: like a product of two
arrays. ``sum``: one operand, whose dtype is widened to the accumulator of its kind.
"""

PYTHON_SYMBOLS: Final = {"bool": "b*", "int": "i*", "float": "f*", "complex": "c*"}
"""The names of the nodes of Python scalars in the tables of JEP 9407."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand, as a promotion system sees it.

    ``dtype`` is a name such as ``float32``. For a Python scalar it is ``bool``, ``int``, ``float``
    or ``complex``, and ``python`` is true. ``weak`` marks arrays that promote like Python scalars,
    in JAX and TensorFlow. ``value`` is None if it is not known.
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

    ``function`` is the name of the function that refuses the operands, with which the reason
    begins. It is empty if the promotion of the operands fails, whatever the function.
    """

    reason: str
    function: str = ""

    def of(self, function: str) -> Undefined:
        """Return the same refusal by another function, which computes like the refusing one."""
        if not self.function:
            return self
        return Undefined(function + self.reason.removeprefix(self.function), function)


def refused_by(function: str, words: str) -> Undefined:
    """Return the refusal of a function; ``words`` follow its name."""
    return Undefined(f"{function} {words}", function)


Result: TypeAlias = Promoted | Undefined


@dataclass(frozen=True, slots=True)
class Function:
    """A function of ``jax.numpy``, as a promotion system sees it.

    ``name`` is the name in ``jax.numpy``, such as ``add``. If ``result_is_known``, the result has
    the dtype of the computation, or is a bool. Otherwise JAX decides its dtype (``argmax``).
    """

    name: str
    family: Family
    result_is_known: bool = False


@dataclass(frozen=True, slots=True)
class Kernel:
    """The dtypes in which a function computes, one for each operand, and those of its results.

    If ``results`` is empty, the results have the dtypes that JAX returns for these operands.
    ``weak`` tells whether the results are weakly typed.
    """

    operands: tuple[str, ...]
    results: tuple[str, ...] = ()
    weak: bool = False


@dataclass(frozen=True, slots=True)
class JaxSettings:
    """The settings of JAX that are fixed during a call; None leaves a setting unchanged.

    ``x64`` is ``jax_enable_x64``, ``promotion`` is ``jax_numpy_dtype_promotion``.
    """

    x64: bool | None = None
    promotion: Promotion | None = None


class OperandError(ValueError):
    """An object is no operand, or its dtype is not known to the promotion system."""


class Promoter(Protocol):
    """The minimal protocol of a promotion system that a user writes."""

    def result_type(self, *operands: object) -> Result:
        """Return the dtype to which an addition promotes the operands, from left to right.

        An operand is a name, a dtype, an array or scalar of any library, a Python scalar, or an
        :class:`Operand`.

        Raises:
            OperandError: an operand is none of these, or there are no operands.
        """
        ...

    def operation(self, kind: OperationClass, *operands: object, out: object = None) -> Result:
        """Return the dtype of the result of an operation of some class.

        Args:
            kind: the class of the operation.
            operands: one operand for ``sum``, else two.
            out: for ``in_place``, the array that receives the result, by default the first operand.

        Raises:
            OperandError: there is no such class, or the number of operands is wrong.
        """
        ...


@runtime_checkable
class ExecutableSystem(Promoter, Protocol):
    """The protocol that the engine needs; ``name`` is used in messages only.

    ``jax_settings`` are the settings under which JAX itself promotes like this system. They are
    None if JAX never does; the engine then asks for the kernel of each function.
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
    """The full protocol of a promotion system, with a description and a table.

    ``nodes`` are the names of its operands: dtypes, ``i*``, ``f*``, ``c*`` and ``b*`` for Python's
    int, float, complex and bool, and names such as ``int32*`` if weak values have widths.
    ``spelling`` is None if there are no programs to write advice for.
    """

    source: str
    symmetric: bool
    nodes: tuple[str, ...]
    python_scalars: str
    spelling: Spelling | None

    def cell(self, left: str, right: str) -> str | None:
        """Return the node to which two nodes are promoted, None if that is undefined."""
        ...
