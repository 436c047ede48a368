"""The declared members of arrays are those of JAX's arrays."""

from __future__ import annotations

import jax.numpy as jnp
import pytest

from promo_stubgen.encode.array_signatures import (
    CONVERSIONS,
    INDEX_UPDATES,
    METHODS,
    PROMOTING_UPDATES,
    PROPERTIES,
)
from promo_stubgen.ir.signatures import read
from promo_typing.rules import FUNCTIONS

SIGNATURES = METHODS | {name: text for name, (text, _) in CONVERSIONS.items()}


@pytest.mark.parametrize("name", sorted(SIGNATURES | INDEX_UPDATES))
def test_a_signature_can_be_read_and_written(name: str) -> None:
    text = (SIGNATURES | INDEX_UPDATES)[name]
    signature = read(text)
    assert signature.parameters[0].name == "self"
    assert read(str(signature)) == signature


def test_properties_are_no_methods() -> None:
    array = type(jnp.ones(()))
    assert PROPERTIES.keys().isdisjoint(SIGNATURES)
    of_array = [name for name in PROPERTIES if hasattr(array, name)]
    assert len(of_array) > 15
    assert not any(callable(getattr(array, name)) for name in of_array)


def test_most_methods_are_those_of_the_installed_jax() -> None:
    """The others come from other versions of JAX."""
    lacking = {name for name in SIGNATURES if not hasattr(type(jnp.ones(())), name)}
    assert len(lacking) < len(SIGNATURES) / 10, lacking


@pytest.mark.parametrize("name", sorted(INDEX_UPDATES))
def test_updates_are_methods_of_what_an_index_gives(name: str) -> None:
    assert callable(getattr(jnp.ones(3).at[0], name, None)), name


def test_updates_that_promote_have_a_rule() -> None:
    assert PROMOTING_UPDATES.keys() <= INDEX_UPDATES.keys()
    assert FUNCTIONS.keys() >= {*PROMOTING_UPDATES.values()}
