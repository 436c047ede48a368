"""The lattices agree with JAX's golden tables and graphs."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from promo_typing.core.dtypes import DEFAULTS, NODES, TRUNCATED
from promo_typing.lattice import Lattice, jax_lattice

GOLDEN = Path(__file__).parent.parent / "golden"
NODE_OF_SYMBOL = {node.symbol: node.name for node in NODES.values()}
PROMOTING = ("jax-*.jnp_add.csv", "jax-*_type*.csv", "jax_rst_2022.csv", "jep9407_jax_numpy.csv")
"""The tables of jax.numpy; jax.lax has no lattice, and the other libraries have their own tests."""
NAMES = sorted(path.name for pattern in PROMOTING for path in GOLDEN.glob(pattern))
OTHER_FAILURE = "!"


def table(name: str) -> dict[tuple[str, str], str]:
    """The cells of a table by operands, with our names of nodes."""
    with (GOLDEN / name).open() as file:
        rows = list(csv.DictReader(file))
    nodes = {**NODE_OF_SYMBOL, "b*": "bool"}  # A Python bool is no weak value.
    return {
        (nodes[row["lhs"]], nodes[column]): nodes.get(cell, cell)
        for row in rows
        for column, cell in row.items()
        if column != "lhs"
    }


def lattice_of(name: str) -> Lattice:
    return jax_lattice(x64="x64-off" not in name, strict=".strict" in name)


def answer(name: str, left: str, right: str) -> str:
    """The lattice's answer for a cell of the table."""
    if ".x64-off." in name and not name.endswith("promote_types.csv"):
        left, right = (TRUNCATED.get(node, node) for node in (left, right))
    joined = lattice_of(name).join(left, right)
    if joined is None:
        return "-"
    # promote_types drops weakness, and takes Python's types for 64-bit dtypes.
    return DEFAULTS[joined][1] if "promote_types" in name and joined in DEFAULTS else joined


def test_the_tables_are_there() -> None:
    assert len(NAMES) == 19


@pytest.mark.parametrize("name", NAMES)
def test_join_is_what_the_table_says(name: str) -> None:
    cells = {cell: want for cell, want in table(name).items() if want != OTHER_FAILURE}
    assert len(cells) >= 18 * 18
    wrong = {cell: want for cell, want in cells.items() if answer(name, *cell) != want}
    assert wrong == {}


@pytest.mark.parametrize("name", json.loads((GOLDEN / "jax_lattices.json").read_text()))
def test_the_graph_is_that_of_jax(name: str) -> None:
    graph = json.loads((GOLDEN / "jax_lattices.json").read_text())[name]
    edges = {NODE_OF_SYMBOL[n]: {NODE_OF_SYMBOL[up] for up in ups} for n, ups in graph.items()}
    ours = {node: set(above) for node, above in lattice_of(name).edges.items()}
    assert ours == {node: edges.get(node, set()) for node in NODES}
