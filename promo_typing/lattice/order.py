"""Partial orders of dtypes: acyclic graphs of promotions, whether they are lattices or not."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

from promo_typing.lattice.edges import Edges, LatticeError, checked, downward, unknown


class PartialOrder:
    """The partial order of an acyclic graph: a node is below all nodes to which a path leads.

    A set of nodes is stored as the bits of an int. The least upper bound of some nodes is then one
    look-up: the node whose own set of upper bounds equals the set of their common upper bounds.

    Args:
        edges: for each node the nodes directly above it. Every node is a key.

    Raises:
        LatticeError: there are no nodes or too many, or an edge leads to an unknown node.
        CycleError: the graph has a cycle.
    """

    def __init__(self, edges: Mapping[str, Iterable[str]]) -> None:
        self.edges: Final[Edges] = checked(edges)
        self.nodes: Final[tuple[str, ...]] = tuple(self.edges)
        order = downward(self.edges)
        self._upward: Final = order[::-1]
        self._place: Final = {node: place for place, node in enumerate(self.nodes)}
        self._bit: Final = {node: 1 << place for place, node in enumerate(self._upward)}
        self._up: Final = _above(order, self._bit, self.edges)
        self._down: Final = _below(order, self._bit, self.edges)
        self._least: Final[dict[int, str | None]] = {0: None, **_inverse(self._up)}
        self._greatest: Final[dict[int, str | None]] = {0: None, **_inverse(self._down)}

    def is_below(self, lower: str, upper: str) -> bool:
        """Whether ``lower`` may be promoted to ``upper``: they are equal, or a path leads up."""
        return self._up[lower] & self._bit[upper] != 0

    def upper_bounds(self, *names: str) -> tuple[str, ...]:
        """Return the nodes to which each of the names may be promoted, in node order."""
        return self._members(self._common(self._up, names))

    def lower_bounds(self, *names: str) -> tuple[str, ...]:
        """Return the nodes that may be promoted to each of the names."""
        return self._members(self._common(self._down, names))

    def minimal_upper_bounds(self, *names: str) -> tuple[str, ...]:
        """Return the minimal upper bounds. If there is exactly one, it is the join."""
        bounds, found = self._common(self._up, names), 0
        while bounds:
            lowest = bounds & -bounds
            found |= lowest
            bounds &= ~self._up[self._upward[lowest.bit_length() - 1]]
        return self._members(found)

    def maximal_lower_bounds(self, *names: str) -> tuple[str, ...]:
        """Return the maximal lower bounds. If there is exactly one, it is the meet."""
        bounds, found = self._common(self._down, names), 0
        while bounds:
            highest = bounds.bit_length() - 1
            found |= 1 << highest
            bounds &= ~self._down[self._upward[highest]]
        return self._members(found)

    def join(self, left: str, right: str) -> str | None:
        """Return the least upper bound of two nodes, or None if no bound is below all others.

        Raises:
            KeyError: a name is not a node.
        """
        return self._least.get(self._up[left] & self._up[right])

    def meet(self, left: str, right: str) -> str | None:
        """Return the greatest lower bound of two nodes, None if there is none.

        Raises:
            KeyError: a name is not a node.
        """
        return self._greatest.get(self._down[left] & self._down[right])

    def linear_extension(self) -> tuple[str, ...]:
        """All nodes in a linear extension of the order: each before the nodes above it."""
        return tuple(sorted(self.nodes, key=lambda node: -self._up[node].bit_count()))

    def restricted_to(self, names: Iterable[str]) -> Edges:
        """Return the fewest edges that give the same order among some of the nodes.

        Raises:
            LatticeError: ``names`` is empty, or a name is not a node.
        """
        kept = checked(dict.fromkeys(names, ()))
        for name in kept:
            if name not in self.edges:
                raise LatticeError(unknown(name, self.nodes))
        above = {
            name: tuple(n for n in self.upper_bounds(name) if n in kept and n != name)
            for name in kept
        }
        return PartialOrder(above).transitive_reduction()

    def ranks(self) -> dict[str, int]:
        """Return the length of the longest path up to each node."""
        found = dict.fromkeys(self.nodes, 0)
        for node in self._upward:
            for upper in self.edges[node]:
                found[upper] = max(found[upper], found[node] + 1)
        return found

    def path(self, lower: str, upper: str) -> tuple[str, ...] | None:
        """Return a shortest path from lower to upper, both included; None if there is none."""
        came_from: dict[str, str | None] = {lower: None}
        waiting = deque([lower])
        while waiting and upper not in came_from:
            node = waiting.popleft()
            new = [above for above in self.edges[node] if above not in came_from]
            came_from.update(dict.fromkeys(new, node))
            waiting.extend(new)
        return _walked(upper, came_from) if upper in came_from else None

    def redundant_edges(self) -> tuple[tuple[str, str], ...]:
        """Return the edges that a longer path between the same nodes makes unnecessary."""
        return tuple(
            (node, upper)
            for node, above in self.edges.items()
            for upper in above
            if any(other != upper and self.is_below(other, upper) for other in above)
        )

    def transitive_reduction(self) -> Edges:
        """Return the fewest edges of the same order: all but the redundant ones."""
        redundant = set(self.redundant_edges())
        return {
            node: tuple(upper for upper in above if (node, upper) not in redundant)
            for node, above in self.edges.items()
        }

    def _common(self, sets: Mapping[str, int], names: Iterable[str]) -> int:
        common = (1 << len(self.nodes)) - 1
        for name in names:
            common &= sets[name]
        return common

    def _members(self, bits: int) -> tuple[str, ...]:
        found = []
        while bits:
            highest = bits.bit_length() - 1
            found.append(self._upward[highest])
            bits ^= 1 << highest
        return tuple(sorted(found, key=self._place.__getitem__))


def _above(order: Iterable[str], bit: Mapping[str, int], edges: Edges) -> dict[str, int]:
    """For each node the set of nodes to which it may be promoted, itself included."""
    found: dict[str, int] = {}
    for node in order:
        found[node] = bit[node]
        for upper in edges[node]:
            found[node] |= found[upper]
    return found


def _below(order: tuple[str, ...], bit: Mapping[str, int], edges: Edges) -> dict[str, int]:
    """For each node the set of nodes that may be promoted to it, itself included."""
    found = dict(bit)
    for node in reversed(order):
        for upper in edges[node]:
            found[upper] |= found[node]
    return found


def _inverse(sets: Mapping[str, int]) -> dict[int, str]:
    return {bits: node for node, bits in sets.items()}


def _walked(node: str | None, came_from: Mapping[str, str | None]) -> tuple[str, ...]:
    way = []
    while node is not None:
        way.append(node)
        node = came_from[node]
    return tuple(reversed(way))
