"""Promotion lattices: the join of two dtypes is a table look-up.

A :class:`Lattice` is built from the edges of its Hasse diagram. While it is built, every pair of
nodes with a common upper bound is checked to have a *least* one; a pair without any bound has no
join, which is a defined answer (``float8_e4m3fn`` with ``float32``, ``int4`` with ``int8``).

Source: JEP 9407 (https://docs.jax.dev/en/latest/jep/9407-type-promotion.html).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

Edges = Mapping[str, tuple[str, ...]]


class LatticeError(ValueError):
    """The edges do not describe a promotion lattice; the message names the offending nodes."""


class Lattice:
    """A partial order of dtypes with least upper bounds.

    Args:
        edges: for each node the nodes directly above it. Every node is a key.

    Raises:
        LatticeError: an edge leads to an unknown node, the graph has a cycle, or two nodes have
            several minimal upper bounds and no least one.
    """

    def __init__(self, edges: Edges) -> None:
        self.edges: Final[Edges] = {node: tuple(above) for node, above in edges.items()}
        self.nodes: Final[tuple[str, ...]] = tuple(self.edges)
        self._above: Final = _reachable(self.edges)
        self._joins: Final = _join_table(self._above)

    def join(self, left: str, right: str) -> str | None:
        """Return the least upper bound of two nodes, or None if there is no upper bound.

        Raises:
            KeyError: a name is not a node of this lattice.
        """
        return self._joins[left, right]

    def join_all(self, names: Iterable[str]) -> str | None:
        """Return the least upper bound of one or more nodes, or None if there is none."""
        first, *rest = names
        result: str | None = first
        for name in rest:
            if result is None:
                return None
            result = self._joins[result, name]
        return result

    def is_below(self, lower: str, upper: str) -> bool:
        """Whether ``upper`` is ``lower`` or above it: promotion may turn lower into upper."""
        return upper in self._above[lower]

    def linear_extension(self) -> tuple[str, ...]:
        """All nodes in an order in which no node comes after one that is above it."""
        return tuple(sorted(self.nodes, key=lambda node: -len(self._above[node])))

    @property
    def fingerprint(self) -> str:
        """A hexadecimal digest of the nodes and edges; equal lattices have equal ones."""
        text = ";".join(f"{node}<{','.join(sorted(up))}" for node, up in sorted(self.edges.items()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _reachable(edges: Edges) -> dict[str, frozenset[str]]:
    """For each node the nodes that it can be promoted to, itself included."""
    done: dict[str, frozenset[str]] = {}

    def visit(node: str, path: tuple[str, ...]) -> frozenset[str]:
        if node in path:
            raise LatticeError(f"cycle through {' -> '.join((*path, node))}")
        if node not in edges:
            raise LatticeError(f"edge {path[-1]} -> {node}: {node} is not a node")
        if node not in done:
            ups = (visit(up, (*path, node)) for up in edges[node])
            done[node] = frozenset({node}).union(*ups)
        return done[node]

    for node in edges:
        visit(node, ())
    return done


def _join_table(above: Mapping[str, frozenset[str]]) -> dict[tuple[str, str], str | None]:
    return {(a, b): _least_bound(a, b, above) for a in above for b in above}


def _least_bound(a: str, b: str, above: Mapping[str, frozenset[str]]) -> str | None:
    bounds = above[a] & above[b]
    if not bounds:
        return None
    least = [bound for bound in bounds if bounds <= above[bound]]
    if len(least) != 1:
        minimal = sorted(x for x in bounds if not any(x in above[y] for y in bounds - {x}))
        raise LatticeError(f"{a} and {b} have no least upper bound, only {', '.join(minimal)}")
    return least[0]
