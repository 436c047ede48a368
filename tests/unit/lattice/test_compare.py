"""The differences between two lattices, and the effect of one edge."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given

from promo_typing.core.dtypes import NODES
from promo_typing.lattice import Edges, LatticeError, PartialOrder, jax_lattice
from promo_typing.lattice.compare import Change, compare, with_edge

from .graphs import acyclic_graphs, join


@given(acyclic_graphs(), acyclic_graphs())
def test_changes_are_those_of_brute_force(before: Edges, after: Edges) -> None:
    found = compare(PartialOrder(before), PartialOrder(after))
    common = [node for node in before if node in after]
    assert found.changes == tuple(
        Change(*pair, join(before, *pair), join(after, *pair))
        for pair in itertools.combinations(common, 2)
        if join(before, *pair) != join(after, *pair)
    )
    assert set(found.removed) == set(before) - set(after)
    assert set(found.added) == set(after) - set(before)


def test_x64_changes_what_uint32_becomes_with_signed_integers() -> None:
    found = compare(jax_lattice(), jax_lattice(x64=True))
    assert (found.removed, found.added) == ((), ())
    assert found.changes == tuple(
        Change("uint32", other, "int32", "int64") for other in ("int8", "int16", "int32")
    )


def test_one_more_edge_lets_float8_promote() -> None:
    edges = with_edge(jax_lattice().edges, "float8_e4m3fn", "bfloat16")
    found = compare(jax_lattice(), PartialOrder(edges)).changes
    assert Change("float8_e4m3fn", "float32", None, "float32") in found
    assert Change("float8_e4m3fn", "float16", None, "float32") in found
    assert {change.before for change in found} == {None}
    above = {"bfloat16", "float16", "float32", "float64", "weak_complex", "complex64", "complex128"}
    assert {node for each in found for node in (each.left, each.right)} == {"float8_e4m3fn"} | above


def test_every_node_keeps_its_place() -> None:
    edges = with_edge(jax_lattice().edges, "int4", "int8")
    assert list(edges) == list(NODES)


@pytest.mark.parametrize("edge", [("int4", "int9"), ("int9", "int8")])
def test_an_edge_needs_two_nodes(edge: tuple[str, str]) -> None:
    with pytest.raises(LatticeError, match=f"edge {edge[0]} -> {edge[1]}: int9 is not a node"):
        with_edge(jax_lattice().edges, *edge)
