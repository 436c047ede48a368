"""The order of the overloads for the join of two operands."""

from __future__ import annotations

from itertools import product

import pytest

from promo_stubgen.encode.pair_table import necessary, search_order
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics


@pytest.mark.parametrize("x64", [False, True])
def test_the_first_node_above_two_others_is_their_join(x64: bool) -> None:
    """The first node decides which overload a checker takes for operands of these dtypes."""
    lattice = Semantics(x64=x64).lattice
    order = search_order(lattice)
    for one, other in product(NODES, NODES):
        above = (
            node for node in order if lattice.is_below(one, node) and lattice.is_below(other, node)
        )
        assert next(above, None) == lattice.join(one, other)


def test_a_join_is_left_out_if_the_next_one_has_the_same_value() -> None:
    lattice = Semantics().lattice
    maximal = {node for node, above in lattice.edges.items() if not above}
    assert {*necessary(lattice, lambda node: "bool")} == maximal
    assert [*necessary(lattice, lambda node: node)] == [*search_order(lattice)]
    assert necessary(lattice, lambda node: None) == {}
