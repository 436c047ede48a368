"""The laws of tables, compared with their definitions: random tables, NumPy's and JAX's."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from promo_typing.lattice import Edges, Lattice, LatticeError, PartialOrder
from promo_typing.lattice.laws import Asymmetry, Triple, below, check_table

from .graphs import acyclic_graphs

GOLDEN = Path(__file__).parents[2] / "golden"
NUMPY = tuple(
    f"{kind}{bits}"
    for kind, widths in {
        "uint": (8, 16, 32, 64),
        "int": (8, 16, 32, 64),
        "float": (16, 32, 64),
    }.items()
    for bits in widths
)
NAMES = "abc"
tables = st.fixed_dictionaries(
    dict.fromkeys(itertools.product(NAMES, repeat=2), st.sampled_from([*NAMES, None]))
)


def numpy_result(left: str, right: str) -> str:
    return str(np.promote_types(left, right))


def golden(name: str) -> dict[tuple[str, str], str | None]:
    with (GOLDEN / name).open() as file:
        rows = list(csv.DictReader(file))
    return {
        (row["lhs"], column): None if cell in "-!" else cell
        for row in rows
        for column, cell in row.items()
        if column != "lhs"
    }


@given(acyclic_graphs())
def test_the_table_of_a_lattice_is_representable_by_it(edges: Edges) -> None:
    try:
        lattice = Lattice(edges)
    except LatticeError:
        return
    report = check_table(lattice.nodes, lattice.join)
    assert report.is_representable
    assert report.counterexample is None
    order = PartialOrder(below(lattice.nodes, lattice.join))
    assert {n: set(up) for n, up in order.transitive_reduction().items()} == {
        n: set(up) for n, up in lattice.transitive_reduction().items()
    }


@given(tables)
def test_a_table_is_representable_exactly_if_its_own_order_joins_like_it(
    table: dict[tuple[str, str], str | None],
) -> None:
    def result(left: str, right: str) -> str | None:
        return table[left, right]

    try:
        lattice = Lattice(below(NAMES, result))
        same = all(lattice.join(*pair) == table[pair] for pair in table)
    except LatticeError:
        same = False
    assert check_table(NAMES, result).is_representable == same


def test_numpy_is_no_lattice_and_the_counterexample_is_the_one_of_the_jep() -> None:
    report = check_table(NUMPY, numpy_result)
    assert report.not_idempotent == ()
    assert report.not_commutative is None
    assert report.not_associative == Triple(
        "uint8", "int8", "float16", "int16", "float16", "float32", "float16"
    )
    assert report.counterexample == ("uint8", "int8", "float16")
    assert report.undefined == 0


def test_without_float16_and_float32_numpy_is_one() -> None:
    wide = [name for name in NUMPY if name not in ("float16", "float32")]
    assert check_table(wide, numpy_result).is_representable


@pytest.mark.parametrize(
    "name", ["jep9407_jax_numpy.csv", "jax_rst_2022.csv", "jax-0.12.0.1.x64-on.result_type.csv"]
)
def test_the_tables_of_jax_are_lattices(name: str) -> None:
    table = golden(name)
    nodes = [node for node in dict.fromkeys(left for left, _ in table) if node != "b*"]
    report = check_table(nodes, lambda left, right: table[left, right])
    assert report.is_representable
    assert report.nodes == len(nodes)
    assert report.undefined == sum(table[pair] is None for pair in itertools.product(nodes, nodes))


# The number of undefined cells, and the first counterexamples to the laws.
LAWS = {
    "jep9407_numpy": (35, Triple("bool", "i*", "uint8", "int64", "uint8", "int64", "uint8"), None),
    "jep9407_pytorch": (
        99,
        Triple("bool", "i*", "uint8", "int64", "uint8", "int64", "uint8"),
        None,
    ),
    "jep9407_tensorflow": (
        279,
        Triple("uint8", "i*", "uint8", "uint8", None, "uint8", None),
        Asymmetry("uint8", "i*", "uint8", None),
    ),
    "jep9407_jax_numpy": (0, None, None),
    "jep9407_jax_lax": (301, None, None),
}


@pytest.mark.parametrize("name", LAWS)
def test_a_table_of_the_jep_obeys_these_laws(name: str) -> None:
    table = golden(f"{name}.csv")
    nodes = list(dict.fromkeys(left for left, _ in table))
    report = check_table(nodes, lambda left, right: table[left, right])
    found = (report.undefined, report.not_associative, report.not_commutative)
    assert found == LAWS[name]


def test_what_promote_types_of_jax_forgets_is_found() -> None:
    table = golden("jax-0.12.0.1.x64-on.promote_types.csv")
    report = check_table(
        ["uint64", "int8", "bfloat16"], lambda left, right: table.get((left, right))
    )
    assert report.not_associative == Triple(
        "uint64", "int8", "bfloat16", "float64", "bfloat16", "float64", "bfloat16"
    )


def test_the_order_of_operands_matters() -> None:
    table = {("a", "a"): "a", ("b", "b"): "b", ("a", "b"): "a"}
    report = check_table("ab", lambda left, right: table.get((left, right)))
    assert report.not_commutative == Asymmetry("a", "b", "a", None)
    assert report.counterexample == ("a", "b")
    assert report.undefined == 1


def test_a_result_that_is_no_operand_becomes_one() -> None:
    table = {frozenset("a"): "a", frozenset("b"): "b", frozenset("ab"): "d", frozenset("ad"): "e"}
    report = check_table("ab", lambda left, right: table.get(frozenset((left, right))))
    assert report.nodes == 4
    assert report.not_idempotent == (("d", None), ("e", None))
    assert report.counterexample == ("d",)


def test_a_scalar_that_stands_for_a_dtype_is_not_idempotent() -> None:
    report = check_table(
        ("i*", "int64"), lambda left, right: "int64" if "i*" in (left, right) else left
    )
    assert report.not_idempotent == (("i*", "int64"),)
    assert report.counterexample == ("i*",)
