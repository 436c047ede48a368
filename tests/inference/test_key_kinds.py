"""Which kinds of keys a source makes."""

from __future__ import annotations

import pytest

from promo_mypy.inference.key_kinds import made_by


@pytest.mark.parametrize(
    ("code", "dtypes"),
    [
        ("key = jax.random.PRNGKey(0)", {"uint32"}),
        ("keys = jax.vmap(random.PRNGKey)(seeds)", {"uint32"}),
        ("keys = hk.PRNGSequence(42)", {"uint32"}),
        ("key = jax.random.key(0)", {"prng_key"}),
        ("keys = jax.vmap(jr.key)(seeds)", {"prng_key"}),
        ("from jax.random import key, split", {"prng_key"}),
        ("from jax.random import (\n    split,\n    key,\n)", {"prng_key"}),
        ("model = Model(rngs=nnx.Rngs(0))", {"prng_key"}),
        ("keys = random.key(0), random.PRNGKey(0)", {"uint32", "prng_key"}),
        ("def f(key: jax.random.PRNGKey, other: PRNGKey): ...", set()),
        ("self.key = state.key", set()),
        ("names = sorted(names, key=len)", set()),
    ],
)
def test_kinds(code: str, dtypes: set[str]) -> None:
    assert made_by(code) == dtypes
