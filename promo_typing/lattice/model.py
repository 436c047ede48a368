"""Promotion lattices: the join of two dtypes is a table look-up.

A :class:`Lattice` is built from the edges of its Hasse diagram, and checked: every pair of nodes
with an upper bound must have a *least* upper bound. A pair without an upper bound has no join,
which is allowed: ``float8_e4m3fn`` with ``float32``, ``int4`` with ``int8``.

Source: JEP 9407 (https://docs.jax.dev/en/latest/jep/9407-type-promotion.html).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

from promo_typing.lattice.edges import LatticeError
from promo_typing.lattice.order import PartialOrder


class Lattice(PartialOrder):
    """A partial order in which two nodes that have upper bounds have a least one.

    Args:
        edges: for each node the nodes directly above it. Every node is a key.

    Raises:
        LatticeError: there are no nodes or too many, an edge leads to an unknown node, the graph
            has a cycle, or two nodes have several minimal upper bounds and no least one.
    """

    def __init__(self, edges: Mapping[str, Iterable[str]]) -> None:
        super().__init__(edges)
        self._joins: Final = {node: self._row(node) for node in self.nodes}

    def join(self, left: str, right: str) -> str | None:
        """Return the least upper bound of two nodes, or None if there is no upper bound.

        Raises:
            KeyError: a name is not a node of this lattice.
        """
        return self._joins[left][right]

    def join_all(self, names: Iterable[str]) -> str | None:
        """Return the least upper bound of one or more nodes, or None if there is none."""
        first, *rest = names
        result: str | None = first
        for name in rest:
            if result is None:
                return None
            result = self._joins[result][name]
        return result

    @property
    def fingerprint(self) -> str:
        """A hexadecimal digest of the nodes and edges; equal lattices have equal digests."""
        text = ";".join(f"{node}<{','.join(sorted(up))}" for node, up in sorted(self.edges.items()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _row(self, node: str) -> dict[str, str | None]:
        least, above = self._least, self._up[node]
        try:
            return {other: least[above & up] for other, up in self._up.items()}
        except KeyError:
            raise LatticeError(self._without_least_bound(node)) from None

    def _without_least_bound(self, node: str) -> str:
        other = next(n for n, up in self._up.items() if self._up[node] & up not in self._least)
        minimal = ", ".join(sorted(self.minimal_upper_bounds(node, other)))
        return f"{node} and {other} have no least upper bound, only {minimal}"
