"""Strings that name dtypes, compared with NumPy as JAX uses it."""

from __future__ import annotations

import jax.numpy as jnp
import pytest

from promo_mypy.types.dtype_strings import NODE_OF_STRING, node_of_string


@pytest.mark.parametrize("name", NODE_OF_STRING)
def test_strings_name_the_dtype_that_numpy_finds(name: str) -> None:
    assert jnp.dtype(name).name == NODE_OF_STRING[name]


def test_byte_orders() -> None:
    assert [node_of_string(text) for text in ("<f4", "=f4", "|i1", ">f4", "f3")] == [
        jnp.dtype("<f4").name,
        jnp.dtype("=f4").name,
        jnp.dtype("|i1").name,
        None,
        None,
    ]
