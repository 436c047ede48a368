"""The edges of a promotion graph, and the errors in them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from graphlib import CycleError as _GraphlibCycleError
from graphlib import TopologicalSorter
from typing import Final, TypeAlias

Edges: TypeAlias = Mapping[str, tuple[str, ...]]
"""For each node the nodes directly above it, to which it may be promoted. Every node is a key."""

MOST_NODES: Final = 2000
"""A larger graph is refused: its table of joins would have millions of cells."""


class LatticeError(ValueError):
    """The edges do not describe a promotion lattice; the message names the offending nodes."""


class CycleError(LatticeError):
    """Some nodes are above themselves. ``path`` follows the cycle; it ends where it starts."""

    def __init__(self, path: tuple[str, ...]) -> None:
        super().__init__(f"cycle through {' -> '.join(path)}")
        self.path: Final = path


def checked(edges: Mapping[str, Iterable[str]]) -> Edges:
    """Return the edges without repetitions, in the order of the nodes.

    Raises:
        LatticeError: there is no node, there are more than ``MOST_NODES``, or an edge leads to a
            name that is not a node.
    """
    found = {node: tuple(dict.fromkeys(above)) for node, above in edges.items()}
    if not found:
        raise LatticeError("there are no nodes; a lattice has at least one")
    if len(found) > MOST_NODES:
        raise LatticeError(f"{len(found)} nodes are too many; at most {MOST_NODES} are supported")
    for node, above in found.items():
        for upper in above:
            if upper not in found:
                raise LatticeError(f"edge {node} -> {upper}: {unknown(upper, found)}")
    return found


def unknown(name: str, nodes: Iterable[str]) -> str:
    """Return a message: the name is not a node, and which node may have been meant."""
    close = difflib.get_close_matches(name, nodes, n=1)
    return f"{name} is not a node" + (f"; did you mean {close[0]}?" if close else "")


def downward(edges: Edges) -> tuple[str, ...]:
    """Return the nodes in an order in which each comes after all that are above it.

    Raises:
        CycleError: there is no such order.
    """
    try:
        return tuple(TopologicalSorter(edges).static_order())
    except _GraphlibCycleError as error:
        raise CycleError(_from_the_first(error.args[1][-1:0:-1], edges)) from None


def _from_the_first(cycle: list[str], edges: Edges) -> tuple[str, ...]:
    """The cycle as a path upwards, from the node of it that comes first in the edges."""
    start = min(range(len(cycle)), key=lambda index: list(edges).index(cycle[index]))
    return (*cycle[start:], *cycle[:start], cycle[start])
