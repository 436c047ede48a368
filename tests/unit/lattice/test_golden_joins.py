"""The number of cells in which the joins of the golden graphs agree with the golden tables."""

from __future__ import annotations

import csv
import itertools
import json
import time
from pathlib import Path
from typing import Any

import pytest

from promo_typing.lattice import Lattice, PartialOrder

GOLDEN = Path(__file__).parents[2] / "golden"
GRAPHS: dict[str, Any] = json.loads((GOLDEN / "lattices.json").read_text())
COMPARED = [
    (graph, table)
    for graph, facts in GRAPHS.items()
    for table in facts.get("join_against_tables", {})
]


def table(name: str) -> dict[tuple[str, str], str]:
    with (GOLDEN / f"{name}.csv").open() as file:
        rows = list(csv.DictReader(file))
    return {
        (row["lhs"], column): cell
        for row in rows
        for column, cell in row.items()
        if column != "lhs"
    }


def test_most_graphs_are_compared_with_several_tables() -> None:
    assert len({graph for graph, _ in COMPARED}) == 14
    assert len(COMPARED) > 50


@pytest.mark.parametrize(("graph", "name"), COMPARED)
def test_joins_agree_with_a_table_in_so_many_cells(graph: str, name: str) -> None:
    order, cells = PartialOrder(GRAPHS[graph]["adjacency"]), table(name)
    joins = {
        (left, right): order.join(left, right)
        for left, right in itertools.product(order.nodes, repeat=2)
        if (left, right) in cells
    }
    defined = {pair: joined for pair, joined in joins.items() if joined is not None}
    assert {
        "ordered_pairs_in_both": len(joins),
        "join_defined": len(defined),
        "join_equals_table": sum(cells[pair] == joined for pair, joined in defined.items()),
    } == GRAPHS[graph]["join_against_tables"][name]


@pytest.mark.parametrize(
    ("graph", "name"),
    [
        ("jep9407_python_scalars", "jep9407_python"),
        ("jep9407_jax_final", "jep9407_jax_numpy"),
        ("jax_rst_2022", "jep9407_jax_numpy"),
        ("jax_rst_2022", "jax_rst_2022"),
    ],
)
def test_a_table_is_the_join_of_its_graph(graph: str, name: str) -> None:
    lattice, cells = Lattice(GRAPHS[graph]["adjacency"]), table(name)
    for left, right in itertools.product(lattice.nodes, repeat=2):
        assert lattice.join(left, right) == cells[left, right]


def test_a_lattice_of_a_thousand_nodes_is_built_within_a_second() -> None:
    side = range(32)
    grid = {
        f"{row} {column}": [
            f"{up} {right}"
            for up, right in ((row + 1, column), (row, column + 1))
            if up in side and right in side
        ]
        for row in side
        for column in side
    }
    started = time.process_time()
    lattice = Lattice(grid)
    assert time.process_time() - started < 1
    assert len(lattice.nodes) == 1024
    assert lattice.join("3 9", "7 2") == "7 9"
    assert lattice.meet("3 9", "7 2") == "3 2"
