"""Partial orders, compared with their definitions on random graphs, and with networkx."""

from __future__ import annotations

import itertools

import networkx as nx
import pytest
from hypothesis import given

from promo_typing.lattice import CycleError, Edges, Lattice, LatticeError, PartialOrder
from promo_typing.lattice.edges import MOST_NODES

from .graphs import above, acyclic_graphs, bounds, graphs, join, minimal, turned


def graph_of(edges: Edges) -> nx.DiGraph[str]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(edges)
    graph.add_edges_from((node, upper) for node, above in edges.items() for upper in above)
    return graph


@given(acyclic_graphs())
def test_bounds_are_those_of_the_definition(edges: Edges) -> None:
    order, upside_down = PartialOrder(edges), turned(edges)
    for left, right in itertools.product(edges, repeat=2):
        assert order.is_below(left, right) == (right in above(edges, left))
        upper, lower = bounds(edges, left, right), bounds(upside_down, left, right)
        assert set(order.upper_bounds(left, right)) == upper
        assert set(order.lower_bounds(left, right)) == lower
        assert set(order.minimal_upper_bounds(left, right)) == minimal(edges, upper)
        assert set(order.maximal_lower_bounds(left, right)) == minimal(upside_down, lower)


@given(acyclic_graphs())
def test_join_and_meet_are_those_of_the_definition(edges: Edges) -> None:
    order, upside_down = PartialOrder(edges), turned(edges)
    for left, right in itertools.product(edges, repeat=2):
        assert order.join(left, right) == join(edges, left, right)
        assert order.meet(left, right) == join(upside_down, left, right)


@given(acyclic_graphs())
def test_a_lattice_is_refused_exactly_if_a_pair_is_ambiguous(edges: Edges) -> None:
    pairs = itertools.combinations(edges, 2)
    ambiguous = [pair for pair in pairs if bounds(edges, *pair) and join(edges, *pair) is None]
    if ambiguous:
        with pytest.raises(LatticeError, match="have no least upper bound, only"):
            Lattice(edges)
    else:
        lattice = Lattice(edges)
        for pair in itertools.product(edges, repeat=2):
            assert lattice.join(*pair) == join(edges, *pair)


@given(acyclic_graphs())
def test_a_linear_extension_never_goes_down(edges: Edges) -> None:
    order = PartialOrder(edges).linear_extension()
    assert sorted(order) == sorted(edges)
    for earlier, later in itertools.combinations(order, 2):
        assert earlier not in above(edges, later)


@given(acyclic_graphs())
def test_transitive_reduction_is_that_of_networkx(edges: Edges) -> None:
    order = PartialOrder(edges)
    reduced = {(n, up) for n, ups in order.transitive_reduction().items() for up in ups}
    assert reduced == set(nx.transitive_reduction(graph_of(edges)).edges)
    given_edges = {(n, up) for n, ups in edges.items() for up in ups}
    assert set(order.redundant_edges()) == given_edges - reduced


@given(acyclic_graphs())
def test_a_path_is_a_shortest_one(edges: Edges) -> None:
    order, graph = PartialOrder(edges), graph_of(edges)
    for lower, upper in itertools.product(edges, repeat=2):
        path = order.path(lower, upper)
        if path is None:
            assert upper not in above(edges, lower)
        else:
            assert (path[0], path[-1]) == (lower, upper)
            assert all(after in edges[before] for before, after in itertools.pairwise(path))
            assert len(path) - 1 == nx.shortest_path_length(graph, lower, upper)


@given(graphs())
def test_a_cycle_is_found_exactly_if_there_is_one(edges: Edges) -> None:
    if nx.is_directed_acyclic_graph(graph_of(edges)):
        PartialOrder(edges)
        return
    with pytest.raises(CycleError) as caught:
        PartialOrder(edges)
    path = caught.value.path
    assert path[0] == path[-1]
    assert len(set(path)) == len(path) - 1
    assert all(after in edges[before] for before, after in itertools.pairwise(path))
    assert str(caught.value) == f"cycle through {' -> '.join(path)}"


def test_bounds_of_several_nodes() -> None:
    order = PartialOrder({"a": ("d",), "b": ("d", "e"), "c": ("d", "e"), "d": (), "e": ()})
    assert order.upper_bounds("a", "b", "c") == ("d",)
    assert order.upper_bounds("b", "c") == ("d", "e")
    assert order.upper_bounds("a", "e") == ()
    assert order.lower_bounds("d", "e") == ("b", "c")


def test_a_repeated_edge_counts_once() -> None:
    assert PartialOrder({"a": ("b", "b"), "b": ()}).edges == {"a": ("b",), "b": ()}


def test_a_graph_without_nodes_is_refused() -> None:
    with pytest.raises(LatticeError, match="there are no nodes; a lattice has at least one"):
        PartialOrder({})


def test_a_typo_gets_a_suggestion() -> None:
    with pytest.raises(LatticeError, match="flaot is not a node; did you mean float"):
        PartialOrder({"int": ("flaot",), "float": ()})


def test_a_long_chain_is_no_recursion() -> None:
    chain = {str(n): (str(n + 1),) for n in range(MOST_NODES - 1)} | {str(MOST_NODES - 1): ()}
    order = PartialOrder(chain)
    assert order.join("0", str(MOST_NODES - 1)) == str(MOST_NODES - 1)
    assert order.meet("7", "1500") == "7"
    with pytest.raises(LatticeError, match=f"{MOST_NODES + 1} nodes are too many; at most"):
        PartialOrder({**chain, "one more": ()})


def test_a_long_cycle_is_no_recursion() -> None:
    ring = {str(n): (str((n + 1) % MOST_NODES),) for n in range(MOST_NODES)}
    with pytest.raises(CycleError) as caught:
        PartialOrder(ring)
    assert caught.value.path == (*ring, "0")
