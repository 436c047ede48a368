"""An exception of JAX is about dtypes, or the call is broken."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import pytest

from promo_typing.oracle.refusals import refused

TWO = jnp.ones(2)
THREE = jnp.ones(3)

PROMOTION: list[Callable[[], object]] = [
    lambda: TWO.astype("float8_e4m3fn") + TWO,
    lambda: TWO.astype("int2") + TWO.astype("int32"),
]
DTYPES: list[Callable[[], object]] = [
    lambda: jax.lax.add(TWO, TWO.astype("int32")),
    lambda: jax.lax.bitwise_not(TWO),
    lambda: jnp.gcd(TWO, TWO),
    lambda: jnp.floor_divide(TWO, 2j),
    lambda: jax.random.normal(jax.random.key(0), dtype="int32"),
]
BROKEN: list[Callable[[], object]] = [
    lambda: jnp.add(TWO),  # type: ignore[call-arg]
    lambda: jnp.add(TWO, THREE),
    lambda: jnp.matmul(TWO, THREE),
    lambda: jnp.sum(TWO, axis=3),
    lambda: jnp.sum(TWO, bxis=0),  # type: ignore[call-arg]
    lambda: jnp.add(TWO, "two"),  # type: ignore[arg-type]
    lambda: jnp.nothing,  # type: ignore[attr-defined]
    lambda: jax.scipy.linalg.eigh(jnp.eye(2), jnp.eye(2)),
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
    try:
        call()
    except Exception as error:
        assert refused(error).refusal == kind
    else:
        pytest.fail("JAX takes it")
