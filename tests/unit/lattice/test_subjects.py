"""Promotion tables as graphs, and the reports on them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from promo_cli.lattice_report import culprits, kind, remarks, statements
from promo_cli.lattice_subject import Subject, of_table
from promo_typing.lattice import LatticeError, jax_lattice
from promo_typing.lattice.report import check

GOLDEN = Path(__file__).parents[2] / "golden"
WIDTHS = {"uint": (8, 16, 32, 64), "int": (8, 16, 32, 64), "float": (16, 32, 64)}
NUMPY = tuple(f"{name}{bits}" for name, widths in WIDTHS.items() for bits in widths)


@dataclass(frozen=True)
class Given:
    nodes: tuple[str, ...]
    cell: Callable[[str, str], str | None]
    name: str = "given"


def said(subject: Subject) -> list[str]:
    report = check(subject.edges)
    return [each.text for each in (*statements(report, subject.table), *remarks(subject.left_out))]


def numpy_cell(left: str, right: str) -> str:
    return str(np.promote_types(left, right))


def test_a_table_of_jax_is_its_graph() -> None:
    with (GOLDEN / "jep9407_jax_numpy.csv").open() as file:
        rows = {row.pop("lhs"): row for row in csv.DictReader(file)}
    subject = of_table(Given(tuple(rows), lambda left, right: rows[left][right]))
    report = check(subject.edges)
    assert kind(report, subject.table) == "a lattice"
    lattice = jax_lattice(x64=True)
    names = {"i*": "weak_int", "f*": "weak_float", "c*": "weak_complex"}
    expected = lattice.restricted_to(names.get(name, name) for name in rows)
    assert {names.get(n, n): {names.get(u, u) for u in up} for n, up in subject.edges.items()} == {
        node: set(above) for node, above in expected.items()
    }


def test_numpy_is_no_lattice() -> None:
    subject = of_table(Given(NUMPY, numpy_cell, "numpy"))
    report = check(subject.edges)
    assert subject.title == "numpy"
    assert kind(report, subject.table) == "no lattice"
    assert (
        "promotion is not associative: (uint8 + int8) + float16 is float32, "
        "but uint8 + (int8 + float16) is float16"
    ) in said(subject)
    assert culprits(report, subject.edges, subject.table) >= {"uint8", "int8", "float16"}


def test_what_is_not_its_own_result_is_left_out() -> None:
    table = {("i*", "i*"): "int64", ("i*", "int64"): "int64", ("int64", "int64"): "int64"}
    nodes = ("i*", "int64", "bfloat16")

    def cell(left: str, right: str) -> str | None:
        return table.get((left, right)) or table.get((right, left))

    subject = of_table(Given(nodes, cell))
    assert subject.edges == {"int64": ()}
    assert subject.left_out == (("i*", "int64"), ("bfloat16", None))
    assert said(subject)[-2:] == [
        "no nodes, since they stand for others: i* + i* is int64",
        "no nodes, since they are undefined: bfloat16",
    ]


def test_the_order_may_matter_for_what_is_left_out() -> None:
    table = {("a", "a"): "a", ("i*", "i*"): "a", ("a", "i*"): "a"}
    subject = of_table(Given(("a", "i*"), lambda left, right: table.get((left, right))))
    assert subject.edges == {"a": ()}
    assert kind(check(subject.edges), subject.table) == "no lattice"
    expected = "promotion is not commutative: a + i* is a, but i* + a is undefined"
    assert expected in said(subject)


def test_a_table_with_a_cycle_is_no_order() -> None:
    following = {"a": "b", "b": "c", "c": "a"}

    def cell(left: str, right: str) -> str:
        return right if following[left] == right else left

    subject = of_table(Given(("a", "b", "c"), cell))
    assert kind(check(subject.edges), subject.table) == "no order"
    assert said(subject) == ["a node is above itself: a -> b -> c -> a"]


def test_a_table_without_any_node_is_refused() -> None:
    with pytest.raises(LatticeError, match="given: no dtype becomes itself"):
        of_table(Given(("a", "b"), lambda left, right: None))
