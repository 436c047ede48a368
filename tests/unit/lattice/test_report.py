"""Reports on graphs, compared with golden facts, and with brute force on random graphs."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from promo_typing.lattice import Edges, LatticeError, jax_lattice
from promo_typing.lattice.compare import with_edge
from promo_typing.lattice.laws import Triple
from promo_typing.lattice.report import Ambiguity, Report, check

from .graphs import acyclic_graphs, bounds, graphs, join, minimal, turned

GOLDEN = Path(__file__).parents[2] / "golden" / "lattices.json"
GRAPHS: dict[str, Any] = json.loads(GOLDEN.read_text())
COMPLETED = [name for name, graph in GRAPHS.items() if "completed" in graph]


def shown(triple: Triple | None) -> dict[str, str | None] | None:
    """A triple in the form of the golden facts."""
    if triple is None:
        return None
    return {
        "a": triple.a,
        "b": triple.b,
        "c": triple.c,
        "a_b": triple.ab,
        "b_c": triple.bc,
        "(a_b)_c": triple.left,
        "a_(b_c)": triple.right,
    }


def test_the_golden_graphs_are_there() -> None:
    assert len(GRAPHS) == 16
    assert len(COMPLETED) == 4


@pytest.mark.parametrize("name", GRAPHS)
def test_a_graph_is_classified_as_the_golden_facts_say(name: str) -> None:
    facts, report = GRAPHS[name]["facts"], check(GRAPHS[name]["adjacency"])
    unbounded = facts["pairs_without_upper_bound"]
    ambiguous = facts["pairs_without_least_upper_bound"]
    assert (report.nodes, report.edges) == (facts["nodes"], facts["edges"])
    assert report.is_acyclic == facts["acyclic"]
    assert len(report.unbounded) == unbounded["count"]
    first = len(unbounded["first"])
    assert [list(pair) for pair in report.unbounded[:first]] == unbounded["first"]
    assert len(report.ambiguous) == ambiguous["count"]
    assert [
        {"pair": [pair.left, pair.right], "minimal_upper_bounds": sorted(pair.bounds)}
        for pair in report.ambiguous
    ] == ambiguous["first"]
    assert len(report.without_meet) == facts["pairs_without_greatest_lower_bound"]
    assert report.is_partial_lattice == facts["least_upper_bound_unique_where_bounds_exist"]
    assert report.is_join_semilattice == facts["is_join_semilattice"]
    assert report.is_lattice == facts["is_lattice"]
    assert shown(report.not_associative) == facts["join_non_associative_triples"]["first"]
    assert [list(edge) for edge in report.redundant] == facts["edges_implied_by_other_edges"]


@pytest.mark.parametrize("name", COMPLETED)
def test_the_completion_that_the_jep_names_makes_a_lattice(name: str) -> None:
    completed, edges = GRAPHS[name]["completed"], GRAPHS[name]["adjacency"]
    for lower, upper in completed["added_edges"]:
        edges = with_edge(edges, lower, upper)
    report = check(edges)
    assert report.is_join_semilattice is completed["is_join_semilattice"] is True
    assert report.is_lattice is completed["is_lattice"] is True


@given(acyclic_graphs())
def test_pairs_are_those_of_brute_force(edges: Edges) -> None:
    report, upside_down = check(edges), turned(edges)
    pairs = list(itertools.combinations(edges, 2))
    without_join = [pair for pair in pairs if join(edges, *pair) is None]
    assert list(report.unbounded) == [pair for pair in without_join if not bounds(edges, *pair)]
    assert {(pair.left, pair.right, frozenset(pair.bounds)) for pair in report.ambiguous} == {
        (*pair, frozenset(minimal(edges, bounds(edges, *pair))))
        for pair in without_join
        if bounds(edges, *pair)
    }
    assert list(report.without_meet) == [p for p in pairs if join(upside_down, *p) is None]


@given(acyclic_graphs(most=6))
def test_the_first_triple_is_that_of_brute_force(edges: Edges) -> None:
    found = None
    for a, b, c in itertools.product(edges, repeat=3):
        left = join(edges, join(edges, a, b), c)
        right = join(edges, a, join(edges, b, c))
        if left != right:
            found = Triple(a, b, c, join(edges, a, b), join(edges, b, c), left, right)
            break
    assert check(edges).not_associative == found


@given(graphs())
def test_any_graph_has_a_report(edges: Edges) -> None:
    report = check(edges)
    assert report.is_acyclic == (report.cycle == ())
    if not report.is_acyclic:
        assert report == Report(report.nodes, report.edges, cycle=report.cycle)
        assert not report.is_partial_lattice


def test_the_lattices_of_jax_are_partial_ones() -> None:
    for x64, strict, unbounded in ((False, False, 309), (True, False, 309), (True, True, 542)):
        report = check(jax_lattice(x64=x64, strict=strict).edges)
        assert report.is_partial_lattice
        assert len(report.unbounded) == unbounded
        assert not report.is_join_semilattice


def test_an_ambiguous_pair_and_its_triple() -> None:
    report = check({"a": ("c", "d"), "b": ("c", "d"), "c": ("e",), "d": ("e",), "e": ()})
    assert report.ambiguous == (Ambiguity("a", "b", ("c", "d")),)
    assert report.unbounded == ()
    assert report.not_associative == Triple("a", "b", "c", None, "c", None, "c")


def test_ten_thousand_edges() -> None:
    layers = [[f"{layer}.{n}" for n in range(100)] for layer in range(10)]
    edges = {
        node: [upper for step in range(12) for upper in [above[(place + step) % 100]]]
        for below, above in itertools.pairwise(layers)
        for place, node in enumerate(below)
    } | {node: [] for node in layers[-1]}
    report = check(edges)
    assert (report.nodes, report.edges) == (1000, 10_800)
    assert report.is_acyclic
    assert report.ambiguous
    assert not report.redundant


@pytest.mark.parametrize("edges", [{}, {"a": ["b"]}, {str(n): [] for n in range(10_001)}])
def test_what_is_no_graph_is_refused(edges: dict[str, list[str]]) -> None:
    with pytest.raises(LatticeError):
        check(edges)
