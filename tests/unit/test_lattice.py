"""Lattices in general: the graphs that they refuse, and the laws that joins obey."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from promo_typing.core.dtypes import NODES
from promo_typing.lattice import Lattice, LatticeError, jax_lattice
from promo_typing.lattice.semantics import Semantics

LATTICES = {
    "x64 off": jax_lattice(),
    "x64 on": jax_lattice(x64=True),
    "strict": jax_lattice(strict=True),
}
lattices = st.sampled_from(list(LATTICES.values()))
nodes = st.sampled_from(list(NODES))


def join(lattice: Lattice, left: str | None, right: str | None) -> str | None:
    """The join; None if it or an operand is undefined."""
    return None if left is None or right is None else lattice.join(left, right)


def test_a_cycle_is_refused_and_its_nodes_are_named() -> None:
    with pytest.raises(LatticeError, match="cycle through a -> b -> c -> a"):
        Lattice({"a": ("b",), "b": ("c",), "c": ("a",)})


def test_a_loop_is_refused() -> None:
    with pytest.raises(LatticeError, match="cycle through a -> a"):
        Lattice({"a": ("a",)})


def test_an_edge_to_an_unknown_node_is_refused() -> None:
    with pytest.raises(LatticeError, match="edge a -> b: b is not a node"):
        Lattice({"a": ("b",)})


def test_two_minimal_bounds_are_refused_and_named() -> None:
    with pytest.raises(LatticeError, match="a and b have no least upper bound, only c, d"):
        Lattice({"a": ("c", "d"), "b": ("c", "d"), "c": (), "d": ()})


def test_nodes_without_a_bound_have_no_join() -> None:
    assert Lattice({"a": (), "b": ()}).join("a", "b") is None


def test_an_unknown_node_has_no_join_to_ask_for() -> None:
    with pytest.raises(KeyError):
        jax_lattice().join("float32", "float31")


@given(lattices, nodes, nodes)
def test_join_is_commutative(lattice: Lattice, a: str, b: str) -> None:
    assert lattice.join(a, b) == lattice.join(b, a)


@given(lattices, nodes)
def test_join_is_idempotent(lattice: Lattice, a: str) -> None:
    assert lattice.join(a, a) == a


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_join_is_associative_undefined_included(lattice: Lattice) -> None:
    for a, b, c in itertools.product(NODES, repeat=3):
        left = join(lattice, lattice.join(a, b), c)
        assert left == join(lattice, a, lattice.join(b, c)), (a, b, c)


@given(lattices, nodes, nodes)
def test_join_is_the_least_of_the_common_bounds(lattice: Lattice, a: str, b: str) -> None:
    bounds = {n for n in NODES if lattice.is_below(a, n) and lattice.is_below(b, n)}
    joined = lattice.join(a, b)
    if joined is None:
        assert not bounds
    else:
        assert joined in bounds
        assert all(lattice.is_below(joined, bound) for bound in bounds)


@given(lattices, st.permutations(list(NODES)), st.integers(1, 5))
def test_join_all_does_not_depend_on_the_order(
    lattice: Lattice, names: list[str], count: int
) -> None:
    assert lattice.join_all(names[:count]) == lattice.join_all(names[count - 1 :: -1])


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_a_linear_extension_never_goes_down(lattice: Lattice) -> None:
    order = lattice.linear_extension()
    assert sorted(order) == sorted(NODES)
    for earlier, later in itertools.combinations(order, 2):
        assert not lattice.is_below(later, earlier)


def test_the_first_common_bound_of_a_linear_extension_is_the_join() -> None:
    lattice = jax_lattice()
    order = lattice.linear_extension()
    for a, b in itertools.product(NODES, repeat=2):
        first = next((n for n in order if lattice.is_below(a, n) and lattice.is_below(b, n)), None)
        assert first == lattice.join(a, b)


def test_fingerprints_tell_lattices_apart() -> None:
    assert len({lattice.fingerprint for lattice in LATTICES.values()}) == len(LATTICES)


def test_equal_lattices_have_equal_fingerprints() -> None:
    edges = jax_lattice().edges
    assert Lattice(dict(reversed(list(edges.items())))).fingerprint == jax_lattice().fingerprint


def test_fingerprints_of_settings_differ_with_every_setting() -> None:
    settings = (
        Semantics(),
        Semantics(x64=True),
        Semantics(explicit_x64="allow"),
        Semantics(explicit_x64="error"),
        Semantics(promotion="strict"),
        Semantics(x64=True, promotion="strict"),
    )
    assert len({semantics.fingerprint for semantics in settings}) == len(settings)
