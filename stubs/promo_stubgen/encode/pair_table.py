"""The results of a rule for an array and another operand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias, TypeVar

from promo_typing.core.dtypes import NODES, PYTHON_SCALARS, WEAK
from promo_typing.lattice import Lattice
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Resolved, Rule, Unknown, resolve
from promo_typing.rules.model import array_count

_Value = TypeVar("_Value")

Result: TypeAlias = tuple[str, ...] | None
"""The nodes of the results, ``Any`` for unknown ones; None if JAX refuses the operands."""

UNKNOWN: Final = "Any"

WEAK_FIRST: Final = (*WEAK, *(node for node in NODES if node not in WEAK))
"""All nodes, each before the nodes from whose classes its own inherits."""


def resolved(rule: Rule, operands: tuple[str, ...], semantics: Semantics) -> Result:
    """The result of a rule for operands of these nodes."""
    outcome = resolve(rule, operands, semantics)
    if isinstance(outcome, Unknown):
        return (UNKNOWN,) * array_count(rule)
    return outcome.results if isinstance(outcome, Resolved) else None


@dataclass(frozen=True, slots=True)
class PairTable:
    """The results of a rule for an array with another array or a Python scalar.

    ``reflected`` says that the array is the second operand.
    """

    rule: Rule
    semantics: Semantics
    reflected: bool = False

    @property
    def lattice(self) -> Lattice:
        """The lattice of the settings."""
        return self.semantics.lattice

    def result(self, array: str, other: str) -> Result:
        """The result for an array and a node or the name of a Python scalar type."""
        operands = (other, array) if self.reflected else (array, other)
        return resolved(self.rule, operands, self.semantics)

    def join(self, array: str, other: str) -> str | None:
        """The join of an array and a node or the name of a Python scalar type."""
        return self.lattice.join(array, PYTHON_SCALARS.get(other, other))

    def usual(self, join: str, other: str) -> Result:
        """The usual result for operands with this join, or for this node with a Python scalar."""
        return self.result(join, other if other in PYTHON_SCALARS else join)

    def possible_results(self) -> set[tuple[str, ...]]:
        """All distinct results."""
        return {result for node in NODES if (result := self.result(node, node)) is not None}

    def keeps_every_dtype(self) -> bool:
        """Whether two arrays of one dtype always give that dtype."""
        return all(self.result(node, node) == (node,) for node in NODES)

    def rejects_only_bool(self) -> bool:
        """Whether JAX refuses two bools, but no dtype to which they may be promoted."""
        rejected = {node for node in NODES if self.result(node, node) is None}
        above = {up for node in rejected for up in NODES if self.lattice.is_below(node, up)}
        if rejected == above:
            return False
        if rejected != {"bool"}:
            raise ValueError(f"no encoding for a rule that rejects {', '.join(sorted(rejected))}")
        return True

    def exceptions(self, others: Iterable[str]) -> dict[str, dict[str, Result]]:
        """The results that differ from the usual one of the join, by array and other operand.

        A type checker may take one operand for another: a weak array for an array of its default
        dtype, from whose class its own inherits, and an int for a float. So the row of an array
        also has the results for such operands, and a weak array has the row of its default dtype.
        """
        ordered = tuple(others)
        unusual = {array: self._unusual(array, ordered) for array in WEAK_FIRST}
        for weak in WEAK:
            unusual[weak] |= unusual[self.semantics.strong(weak)]
        rows = {
            array: {other: self.result(array, other) for other in ordered if other in row}
            for array, row in unusual.items()
        }
        return {array: row for array, row in rows.items() if row}

    def _unusual(self, array: str, others: Sequence[str]) -> set[str]:
        found = {other for other in others if self._is_unusual(array, other)}
        found |= {each for each in WEAK if self.semantics.strong(each) in found}
        scalars = tuple(PYTHON_SCALARS)
        widest = max((scalars.index(each) for each in found if each in scalars), default=-1)
        return found | set(scalars[: widest + 1])

    def _is_unusual(self, array: str, other: str) -> bool:
        # An overload cannot take back what a later one accepts, so a refusal is no exception.
        join, result = self.join(array, other), self.result(array, other)
        if join is None or result is None:
            return join is None and result is not None
        # The name bool stands for a Python scalar and for an array.
        widest = widest_scalar(self.lattice, join) or other
        usual = [self.usual(join, widest)] * (other in PYTHON_SCALARS)
        usual += [self.usual(join, join)] * (other in NODES)
        known = [each for each in usual if each is not None]
        return not known or any(each != result for each in known)


def widest_scalar(lattice: Lattice, join: str) -> str | None:
    """The Python type that includes all Python scalars that may be promoted to a node.

    For a type checker, complex includes float, float includes int, and int includes bool.
    """
    below = [s for s, node in PYTHON_SCALARS.items() if lattice.is_below(node, join)]
    return below[-1] if below else None


@cache
def search_order(lattice: Lattice) -> tuple[str, ...]:
    """A linear extension; of nodes with equally many above, the one with most below comes first."""

    def rank(node: str) -> tuple[int, int]:
        above = sum(lattice.is_below(node, other) for other in lattice.nodes)
        below = sum(lattice.is_below(other, node) for other in lattice.nodes)
        return -above, -below

    return tuple(sorted(lattice.linear_extension(), key=rank))


def necessary(lattice: Lattice, value: Callable[[str], _Value | None]) -> dict[str, _Value]:
    """The joins that need their own overload, with their values, in search order.

    A join without a value needs none. Neither does a join whose operands find the same value in the
    next overload that takes them: a comparison needs only eighteen.
    """
    kept: list[tuple[str, _Value]] = []
    for node in reversed(search_order(lattice)):
        wanted = value(node)
        following = next((v for other, v in reversed(kept) if lattice.is_below(node, other)), None)
        if wanted is not None and wanted != following:
            kept.append((node, wanted))
    return dict(reversed(kept))
