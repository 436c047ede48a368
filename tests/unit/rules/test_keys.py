"""The outcomes of rules for typed PRNG keys."""

from __future__ import annotations

import pytest

from promo_typing.core.dtypes import NODES, PRNG_KEY
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, Resolved, Unknown, resolve


@pytest.mark.parametrize(
    ("function", "operands", "result"),
    [
        ("jax.random.split", (PRNG_KEY,), PRNG_KEY),
        ("jax.random.split", ("uint32",), "uint32"),
        ("jax.random.key_data", (PRNG_KEY,), "uint32"),
        ("jax.random.key", (), PRNG_KEY),
        ("jax.random.permutation", ("int",), "int32"),
        ("jax.random.permutation", (PRNG_KEY,), PRNG_KEY),
        ("jax.numpy.stack", (PRNG_KEY, PRNG_KEY), PRNG_KEY),
    ],
)
def test_result(function: str, operands: tuple[str, ...], result: str) -> None:
    assert resolve(FUNCTIONS[function], operands, Semantics()) == Resolved((result,))


@pytest.mark.parametrize("node", NODES)
def test_nothing_is_said_of_a_key_with_a_number(node: str) -> None:
    for function in ("jax.numpy.add", "jax.numpy.stack", "jax.lax.select"):
        assert resolve(FUNCTIONS[function], (PRNG_KEY, node), Semantics()) == Unknown()


def test_nothing_is_said_of_a_key_that_is_cast() -> None:
    stack = FUNCTIONS["jax.numpy.stack"]
    assert resolve(stack, (PRNG_KEY,), Semantics(), "float32") == Unknown()
