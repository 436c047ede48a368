"""Systems that are graphs: the options of JEP 9407, and graphs of users."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from promo_typing.lattice import LatticeError, PartialOrder
from promo_typing.systems import (
    LatticeSystem,
    OperandError,
    Promoted,
    Undefined,
    system,
    system_of_edges,
    system_of_file,
)

LETTERS = {"A": ["C"], "B": ["C"], "C": [], "D": []}


def test_a_graph_of_letters() -> None:
    letters = system_of_edges("letters", LETTERS)
    assert letters.result_type("A", "B") == Promoted("C")
    assert letters.result_type("A", "B", "C") == Promoted("C")
    assert letters.result_type("A", "D") == Undefined("A and D have no upper bound")
    assert letters.operation("in_place", "C", "A") == Promoted("C")
    assert isinstance(letters.operation("in_place", "A", "C"), Undefined)
    assert isinstance(letters.operation("sum", "A"), Undefined)
    with pytest.raises(OperandError, match="the nodes are A, B, C, D"):
        letters.result_type("A", "E")


def test_a_pair_without_a_least_upper_bound() -> None:
    graph = system_of_edges("two", {"A": ["C", "D"], "B": ["C", "D"], "C": [], "D": []})
    assert graph.result_type("A", "B") == Undefined("A and B have no least upper bound: C, D")


@pytest.mark.parametrize("suffix", ["json", "toml"])
def test_files(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"letters.{suffix}"
    lines = (f"{node} = {json.dumps(above)}\n" for node, above in LETTERS.items())
    path.write_text(json.dumps(LETTERS) if suffix == "json" else "".join(lines))
    read = system_of_file(path)
    assert (read.name, read.cell("A", "B")) == ("letters", "C")


@pytest.mark.parametrize("edges", [{}, {"A": ["B"]}, {"A": ["A"]}, [], {"A": "B"}])
def test_malformed_graphs(edges: object) -> None:
    with pytest.raises(LatticeError):
        system_of_edges("bad", edges)


def test_the_operations_follow_pytorch() -> None:
    option = system("jep9407-option-1")
    assert option.operation("dot", "int8", "int8") == Promoted("int8")
    assert isinstance(option.operation("dot", "int8", "int16"), Undefined)
    assert option.operation("sum", "int8") == Promoted("int64")
    assert option.operation("sum", "float16") == Promoted("float16")
    assert option.operation("in_place", "int16", "int8") == Promoted("int16")
    assert isinstance(option.operation("in_place", "int8", "int16"), Undefined)
    assert option.operation("comparison", "int8", 1.0) == Promoted("bool")


def test_python_scalars_are_the_weak_nodes() -> None:
    option = system("jep9407-option-3")
    for scalar in (1, int, "int", "weak_int", "i*"):
        assert option.result_type(scalar, "uint8") == Promoted("uint8")
    assert option.result_type(1, 2) == Promoted("i*", weak=True)
    assert option.result_type(1.0, "int64") == Promoted("f*", weak=True)
    assert isinstance(option.result_type("float32", True), Undefined)


@given(st.data())
def test_a_system_is_the_join_of_its_graph(data: st.DataObject) -> None:
    names = [f"n{index}" for index in range(data.draw(st.integers(1, 7)))]
    edges = {
        name: data.draw(st.lists(st.sampled_from(names[place + 1 :]), max_size=3))
        if names[place + 1 :]
        else []
        for place, name in enumerate(names)
    }
    order, graph = PartialOrder(edges), LatticeSystem("random", edges)
    for left, right in itertools.product(names, repeat=2):
        bounds = order.minimal_upper_bounds(left, right)
        assert graph.cell(left, right) == (bounds[0] if len(bounds) == 1 else None)
