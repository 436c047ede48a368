"""Checks whether a graph of promotions is a lattice, with counterexamples if it is none."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.lattice.edges import CycleError, checked
from promo_typing.lattice.laws import Triple, first_triple
from promo_typing.lattice.order import PartialOrder

Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Two nodes with several minimal upper bounds, and so without a least upper bound."""

    left: str
    right: str
    bounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of :func:`check`; the pairs are unordered, and listed in the order of the nodes.

    Attributes:
        nodes: the number of nodes.
        edges: the number of edges.
        cycle: a path that ends where it starts. If there is one, nothing else is checked.
        unbounded: the pairs without any upper bound.
        ambiguous: the pairs with several minimal upper bounds.
        without_meet: the pairs without a greatest lower bound.
        not_associative: the first triple of nodes for which ``(a b) c`` is not ``a (b c)``.
        redundant: the edges that a longer path between the same nodes makes unnecessary.
    """

    nodes: int
    edges: int
    cycle: tuple[str, ...] = ()
    unbounded: tuple[Pair, ...] = ()
    ambiguous: tuple[Ambiguity, ...] = ()
    without_meet: tuple[Pair, ...] = ()
    not_associative: Triple | None = None
    redundant: tuple[Pair, ...] = ()

    @property
    def is_acyclic(self) -> bool:
        """Whether the graph has no cycle, and so is a partial order."""
        return not self.cycle

    @property
    def is_partial_lattice(self) -> bool:
        """Whether two nodes that have upper bounds always have a least one."""
        return self.is_acyclic and not self.ambiguous

    @property
    def is_join_semilattice(self) -> bool:
        """Whether every two nodes have a join; JEP 9407 calls this a lattice."""
        return self.is_partial_lattice and not self.unbounded

    @property
    def is_lattice(self) -> bool:
        """Whether every two nodes have a join and a meet: a lattice in the sense of algebra."""
        return self.is_join_semilattice and not self.without_meet


def check(edges: Mapping[str, Iterable[str]]) -> Report:
    """Find out whether a graph of promotions is a lattice.

    A join is always commutative. It is associative exactly if no pair is ambiguous; an undefined
    result counts as a result here.

    Raises:
        LatticeError: there are no nodes or too many, or an edge leads to an unknown node.
    """
    known = checked(edges)
    size = len(known), sum(map(len, known.values()))
    try:
        order = PartialOrder(known)
    except CycleError as error:
        return Report(*size, cycle=error.path)
    ambiguous, unbounded = _without_join(order)
    return Report(
        *size,
        unbounded=unbounded,
        ambiguous=ambiguous,
        without_meet=_without_meet(order),
        not_associative=_first_triple(order, ambiguous),
        redundant=order.redundant_edges(),
    )


def _without_join(order: PartialOrder) -> tuple[tuple[Ambiguity, ...], tuple[Pair, ...]]:
    ambiguous, unbounded = [], []
    for left, right in itertools.combinations(order.nodes, 2):
        if order.join(left, right) is None:
            bounds = order.minimal_upper_bounds(left, right)
            if bounds:
                ambiguous.append(Ambiguity(left, right, bounds))
            else:
                unbounded.append((left, right))
    return tuple(ambiguous), tuple(unbounded)


def _without_meet(order: PartialOrder) -> tuple[Pair, ...]:
    pairs = itertools.combinations(order.nodes, 2)
    return tuple(pair for pair in pairs if order.meet(*pair) is None)


def _first_triple(order: PartialOrder, ambiguous: Iterable[Ambiguity]) -> Triple | None:
    """The first triple for which the join is not associative; it contains an ambiguous pair."""
    partners: dict[str, set[str]] = {node: set() for node in order.nodes}
    for pair in ambiguous:
        partners[pair.left].add(pair.right)
        partners[pair.right].add(pair.left)
    if not any(partners.values()):
        return None
    return first_triple(_suspects(order, partners), order.join)


def _suspects(
    order: PartialOrder, partners: Mapping[str, set[str]]
) -> Iterator[tuple[str, str, str]]:
    for a, b in itertools.product(order.nodes, repeat=2):
        if b in partners[a]:
            yield from ((a, b, c) for c in order.nodes)
        elif order.join(a, b) is not None and partners[b]:
            yield from ((a, b, c) for c in order.nodes if c in partners[b])
