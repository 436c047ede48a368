"""An exception of JAX is either about dtypes, or shows that the call is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy
import pytest

from promo_typing.oracle.refusals import refused

jnp: Any = jax.numpy  # The calls here are wrong on purpose, so type checkers must not check them.
lax: Any = jax.lax

TWO = jnp.ones(2)
THREE = jnp.ones(3)

PROMOTION: list[Callable[[], object]] = [
    lambda: TWO.astype("float8_e4m3fn") + TWO,
    lambda: TWO.astype("int2") + TWO.astype("int32"),
]
DTYPES: list[Callable[[], object]] = [
    lambda: lax.add(TWO, TWO.astype("int32")),
    lambda: lax.bitwise_not(TWO),
    lambda: jnp.gcd(TWO, TWO),
    lambda: jnp.floor_divide(TWO, 2j),
    lambda: jax.random.normal(jax.random.key(0), dtype="int32"),
]
BROKEN: list[Callable[[], object]] = [
    lambda: jnp.add(TWO),
    lambda: jnp.add(TWO, THREE),
    lambda: jnp.matmul(TWO, THREE),
    lambda: jnp.sum(TWO, axis=3),
    lambda: jnp.sum(TWO, bxis=0),
    lambda: jnp.add(TWO, "two"),
    lambda: jnp.nothing,
    lambda: jnp.fromiter([1], int),
]


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        *((call, "promotion") for call in PROMOTION),
        *((call, "dtype") for call in DTYPES),
        *((call, "broken") for call in BROKEN),
    ],
)
def test_the_kind_of_a_refusal(call: Callable[[], object], kind: str) -> None:
    assert _kind(call) == kind


def _kind(call: Callable[[], object]) -> str | None:
    try:
        call()
    except Exception as error:
        return refused(error).refusal
    return None
