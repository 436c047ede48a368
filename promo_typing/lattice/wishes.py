"""The wishes of JEP 9407 for each promotion, and which of them a promotion breaks.

The first of the five wishes is about a whole lattice, the commutative and associative laws: see
:func:`promo_typing.lattice.report.check`. The other four are about the promotion of two operands:

* no component of a value is dropped (complex to real);
* no value overflows (int64 to float16, uint32 to int32, a negative number to an unsigned dtype);
* no precision is lost (int32, of 31 binary digits, to float32, of 24);
* the result is not wider than both operands.

A weak operand has no width and no digits: it stands for a Python scalar, whose value decides.
A weak result counts with the default dtype that it has at run time, and never as wider.

Source: https://docs.jax.dev/en/latest/jep/9407-type-promotion.html, "Combining Lattices".
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterable, Iterator
from typing import Final

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import DEFAULTS, NODES, Node
from promo_typing.core.formats import width
from promo_typing.lattice.laws import Result
from promo_typing.lattice.values import node_of, values_of


class Wish(enum.Enum):
    """A wish; its value says what a promotion does that breaks it."""

    COMPONENTS = "drops the imaginary part"
    RANGE = "overflows"
    PRECISION = "loses precision"
    WIDTH = "is wider than both operands"


LOSSES: Final = frozenset({Wish.COMPONENTS, Wish.RANGE, Wish.PRECISION})


@dataclass(frozen=True, slots=True)
class Promotion:
    """A promotion of two operands, and the wishes that it breaks."""

    left: str
    right: str
    result: str
    broken: frozenset[Wish]

    @property
    def is_lossy(self) -> bool:
        """Whether some value of an operand is not a value of the result."""
        return not self.broken.isdisjoint(LOSSES)

    @property
    def is_widening(self) -> bool:
        """Whether the result is wider than both operands."""
        return Wish.WIDTH in self.broken


def promotions(nodes: Iterable[str], result: Result, *, x64: bool = False) -> Iterator[Promotion]:
    """Yield each defined promotion of two of the nodes, the pairs unordered.

    Pairs with a name that is no dtype of JAX are left out.
    """
    for left, right in itertools.combinations_with_replacement(nodes, 2):
        joined = result(left, right)
        broken = None if joined is None else broken_wishes(left, right, joined, x64=x64)
        if joined is not None and broken is not None:
            yield Promotion(left, right, joined, broken)


def broken_wishes(
    left: str, right: str, result: str, *, x64: bool = False
) -> frozenset[Wish] | None:
    """Return the wishes that a promotion breaks, or None if a name is no dtype of JAX.

    Args:
        left: an operand, by the name or the symbol of its node.
        right: the other operand.
        result: the dtype that both become.
        x64: whether the default dtypes, which weak results have, are those of 64 bits.
    """
    one, other, joined = map(node_of, (left, right, result))
    if one is None or other is None or joined is None:
        return None
    lost = _lost(one, joined, x64) | _lost(other, joined, x64)
    return lost | {Wish.WIDTH} if _widens((one, other), joined) else lost


def lost_in(source: str, target: str, *, x64: bool = False) -> frozenset[Wish] | None:
    """Return the wishes that a conversion breaks by a loss, None if a name is no dtype of JAX."""
    one, other = node_of(source), node_of(target)
    return None if one is None or other is None else _lost(one, other, x64)


def widens(operands: Iterable[str], result: str) -> bool | None:
    """Return whether a result is wider than all operands, or None if a name is no dtype of JAX."""
    nodes, joined = [node_of(each) for each in operands], node_of(result)
    known = [node for node in nodes if node is not None]
    return None if joined is None or len(known) < len(nodes) else _widens(known, joined)


def _lost(source: Node, target: Node, x64: bool) -> frozenset[Wish]:
    dropped = source.kind == "complex" and target.kind != "complex"
    lost = {Wish.COMPONENTS} if dropped else set[Wish]()
    if not source.weak:
        strong = NODES[DEFAULTS[target.name][x64]] if target.weak else target
        before, after = values_of(source), values_of(strong)
        lost |= set[Wish]() if before.are_within(after) else {Wish.RANGE}
        lost |= set[Wish]() if before.are_exact_in(after) else {Wish.PRECISION}
    return frozenset(lost)


def _widens(operands: Iterable[Node], result: Node) -> bool:
    widths = [width(node.name) for node in operands if not node.weak]
    return bool(widths) and not result.weak and width(result.name) > max(widths)
