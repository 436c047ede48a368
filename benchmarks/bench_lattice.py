"""Building a lattice of 1,000 nodes, compared with networkx, which also finds the joins."""

from __future__ import annotations

import itertools

import networkx as nx

from benchmarks.rows import Row, compare_calls
from promo_typing.lattice import Lattice
from promo_typing.lattice.report import check

LIMIT = 0.3
SIDE = 10

Corner = tuple[int, ...]


def cube() -> dict[str, tuple[str, ...]]:
    """The edges of the product of three chains of ten nodes, which is a lattice."""

    def name(corner: Corner) -> str:
        return ".".join(map(str, corner))

    def above(corner: Corner) -> tuple[str, ...]:
        steps = [(*corner[:n], corner[n] + 1, *corner[n + 1 :]) for n in range(3)]
        return tuple(name(step) for step in steps if max(step) < SIDE)

    return {name(corner): above(corner) for corner in itertools.product(range(SIDE), repeat=3)}


def rows() -> list[Row]:
    edges = cube()
    downwards: nx.DiGraph[str] = nx.DiGraph()
    downwards.add_edges_from((upper, node) for node, above in edges.items() for upper in above)

    def peer() -> object:
        return dict(nx.all_pairs_lowest_common_ancestor(downwards))

    measured = {"lattice": lambda: Lattice(edges), "report": lambda: check(edges)}
    return [
        compare_calls(f"{what}, 1,000 nodes", ours, peer, limit=LIMIT, number=1, pairs=3)
        for what, ours in measured.items()
    ]
