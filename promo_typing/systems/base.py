"""The base classes of systems, which cache answers and derive operations from the promotion."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, get_args

from promo_typing.core.dtypes import Kind
from promo_typing.systems.kernels import family_kernel, promoted
from promo_typing.systems.kinds import facts
from promo_typing.systems.model import (
    OPERATION_CLASSES,
    PYTHON_SYMBOLS,
    Function,
    JaxSettings,
    Kernel,
    Operand,
    OperandError,
    OperationClass,
    Promoted,
    Result,
    Undefined,
    refused_by,
)
from promo_typing.systems.operand import is_dtype, operand_of
from promo_typing.systems.spelling import Spelling
from promo_typing.systems.weak_names import weak_name

_OPERANDS: Final[dict[str, int]] = {"sum": 1}

KEPT_ANSWERS: Final = 4096
"""The most answers that a system caches; then the oldest one is dropped for a new one."""

NO_SUMS: Final[Mapping[Kind, str]] = {}
"""``sums`` of a library in which a sum keeps the dtype of the operand."""


class RuleSystem(ABC):
    """A system that computes answers by rules, and caches those that depend on no value.

    Class attributes describe the operations beyond promotion: ``sums`` maps the kind of an operand
    to the narrowest dtype of its sum, ``summable`` has the kinds that can be summed, and
    ``dot_promotes`` tells whether a dot product takes different dtypes. A subclass overrides
    :meth:`own_kernel` for functions whose kernels do not follow from that.
    """

    name: str
    source: str
    python_scalars: str
    symmetric: bool = True
    nodes: tuple[str, ...]
    jax_settings: JaxSettings | None = None
    spelling: Spelling | None = None
    sums: Mapping[Kind, str] = {"bool": "int64", "unsigned": "int64", "signed": "int64"}
    summable: frozenset[Kind] = frozenset(get_args(Kind))
    dot_promotes: bool = False

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Result] = {}

    def result_type(self, *operands: object) -> Result:
        """Return the dtype to which the operands are promoted; see :class:`System`.

        Raises:
            OperandError: one of them is no operand, or there are no operands.
        """
        try:
            return self._known[operands]
        except (KeyError, TypeError, ValueError, RuntimeError):
            pass  # The answer is not cached, or an array among the operands cannot be hashed.
        return self._new(operands)

    def cell(self, left: str, right: str) -> str | None:
        """Return the node to which two nodes are promoted, None if that is undefined.

        Raises:
            OperandError: a name is not a node.
        """
        for name in (left, right):
            if name not in self.nodes:
                raise OperandError(f"{name} is not a node of the system {self.name}")
        result = self.result_type(left, right)
        return None if isinstance(result, Undefined) else self._symbol(result)

    def operation(self, kind: OperationClass, *operands: object, out: object = None) -> Result:
        """Return the dtype of the result of an operation of some class; see :class:`System`.

        Raises:
            OperandError: there is no such class, or the number of operands is wrong.
        """
        if kind not in OPERATION_CLASSES:
            known = ", ".join(OPERATION_CLASSES)
            raise OperandError(f"{kind!r} is no class of operations; expected one of {known}")
        wanted = _OPERANDS.get(kind, 2)
        if len(operands) != wanted:
            raise OperandError(f"{kind} takes {wanted} operand(s), got {len(operands)}")
        if out is not None and kind != "in_place":
            raise OperandError(f"{kind} takes no out; write the class as in_place")
        described = tuple(map(self._described, operands))
        if kind == "in_place":
            return self._in_place(described, described[0] if out is None else self._described(out))
        answer: Result = getattr(self, f"_{kind}")(described)
        return answer

    def kernel(self, function: Function, operands: Sequence[Operand]) -> Kernel | Undefined:
        """Return in which dtypes a function computes, given these operands.

        Raises:
            OperandError: an operand has no dtype that the system knows.
        """
        joined = self.promoted(function, operands)
        if isinstance(joined, Undefined):
            return joined
        own = self.own_kernel(function, operands, joined.dtype)
        return family_kernel(self, function, operands, joined) if own is None else own

    def promoted(self, function: Function, operands: Sequence[Operand]) -> Result:
        """Return the dtype to which a function promotes operands, before integers become floats."""
        return promoted(self, function, operands)

    def own_kernel(
        self, function: Function, operands: Sequence[Operand], joined: str
    ) -> Kernel | Undefined | None:
        """Return the kernel of a function that is an exception in its family, None for all others.

        ``joined`` is the dtype to which the operands are promoted.
        """
        return None

    @abstractmethod
    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        """The promotion of one or more operands."""

    def _described(self, item: object) -> Operand:
        return operand_of(item)

    def _symbol(self, result: Promoted) -> str:
        """The node of a result: ``int32``, or ``int32*`` if it is weak."""
        return weak_name(result.dtype) if result.weak else result.dtype

    def _castable(self, result: str, out: str) -> bool:
        """Whether an array of one dtype can store a result of another."""
        return result == out

    def _new(self, operands: tuple[object, ...]) -> Result:
        if not operands:
            raise OperandError(f"{self.name}: there is nothing to promote; expected operands")
        result = self._promote(tuple(map(self._described, operands)))
        if all(isinstance(each, str) or is_dtype(each) for each in operands):
            self._keep(operands, result)
        return result

    def _keep(self, operands: tuple[object, ...], result: Result) -> None:
        if len(self._known) >= KEPT_ANSWERS:
            del self._known[next(iter(self._known))]
        self._known[operands] = result

    def _arithmetic(self, operands: tuple[Operand, ...]) -> Result:
        return self._promote(operands)

    def _comparison(self, operands: tuple[Operand, ...]) -> Result:
        result = self._promote(operands)
        return result if isinstance(result, Undefined) else Promoted("bool")

    def _dot(self, operands: tuple[Operand, ...]) -> Result:
        left, right = (each.dtype for each in operands)
        if left != right and not self.dot_promotes:
            return refused_by("dot", f"takes equal dtypes, not {left} and {right}")
        return self._promote(operands)

    def _sum(self, operands: tuple[Operand, ...]) -> Result:
        result = self._promote(operands)
        if isinstance(result, Undefined):
            return result
        kind, bits = facts(result.dtype)
        if kind not in self.summable:
            return refused_by("sum", f"takes no {result.dtype}")
        lowest = self.sums.get(kind)
        widened = lowest is not None and bits <= facts(lowest).bits
        return Promoted(lowest) if widened and lowest else result

    def _in_place(self, operands: tuple[Operand, ...], out: Operand) -> Result:
        if out.python:
            return Undefined("a Python scalar cannot be changed in place; expected an array")
        result = self._promote(operands)
        if isinstance(result, Undefined):
            return result
        if not self._castable(result.dtype, out.dtype):
            return Undefined(f"the result is {result.dtype}, which {out.dtype} does not take in")
        return Promoted(out.dtype, out.weak)


class PairSystem(RuleSystem):
    """A system that promotes two operands by their names, and more operands one after another."""

    @abstractmethod
    def _pair(self, left: str, right: str) -> str | Undefined:
        """The node to which two nodes are promoted."""

    def _promoted(self, node: str) -> Promoted:
        """The result for a node: its dtype, and whether it is weak."""
        return Promoted(node)

    def _node(self, operand: Operand) -> str:
        """The node of an operand; a weak array counts as a Python scalar."""
        if operand.python or operand.weak:
            symbol = PYTHON_SYMBOLS[_PYTHON_KINDS[facts(operand.dtype).kind]]
            return symbol if symbol in self.nodes or symbol != "b*" else "bool"
        return operand.dtype

    def _ordered(self, nodes: Iterable[str]) -> Sequence[str]:
        """The operands in the order in which they are combined."""
        return tuple(nodes)

    def _promote(self, operands: tuple[Operand, ...]) -> Result:
        nodes = self._ordered(map(self._node, operands))
        missing = [node for node in nodes if node not in self.nodes]
        if missing:
            return Undefined(f"{self.name} has no {missing[0]}")
        first: str | Undefined = nodes[0]
        joined = reduce(self._next, nodes[1:], first)
        return joined if isinstance(joined, Undefined) else self._promoted(joined)

    def _next(self, joined: str | Undefined, node: str) -> str | Undefined:
        return joined if isinstance(joined, Undefined) else self._pair(joined, node)


_PYTHON_KINDS: Final[dict[Kind, str]] = {
    "bool": "bool",
    "unsigned": "int",
    "signed": "int",
    "float": "float",
    "complex": "complex",
}
