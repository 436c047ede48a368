"""Kinds and widths of dtypes: of JAX's own from the list of them, of others from their names."""

from __future__ import annotations

import pytest

from promo_typing.core.dtypes import NODES
from promo_typing.systems import SYSTEMS
from promo_typing.systems.kinds import facts


@pytest.mark.parametrize("name", NODES)
def test_dtypes_of_jax_are_those_of_the_list(name: str) -> None:
    node = NODES[name]
    assert facts(name) == facts(node.symbol) == (node.kind, node.bits)


@pytest.mark.parametrize(
    ("name", "kind", "bits"),
    [
        ("complex32", "complex", 32),
        ("uint3", "unsigned", 3),
        ("int128", "signed", 128),
        ("int32*", "signed", 32),
        ("b*", "bool", 8),
        ("float", "float", 0),
    ],
)
def test_others_are_read_from_their_names(name: str, kind: str, bits: int) -> None:
    assert facts(name) == (kind, bits)


@pytest.mark.parametrize("name", ["str", "", "posit16", "float8.5", "uint"])
def test_what_is_no_number_has_none(name: str) -> None:
    with pytest.raises(KeyError):
        facts(name)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_node_of_a_system_has_them(name: str) -> None:
    assert all(facts(node).kind for node in SYSTEMS[name].nodes)
