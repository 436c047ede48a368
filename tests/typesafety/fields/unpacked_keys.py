"""Typed keys in fields, and fields that are assigned an item of an array."""

from typing import NamedTuple, reveal_type

import jax
import jax.numpy as jnp


class Drawing:
    def __init__(self, k9seed):
        self.k9key = jax.random.key(k9seed)
        self.k9rows = jnp.ones((2, 3), jnp.bfloat16)
        self.k9first, self.k9second = jnp.ones((2, 3), jnp.bfloat16)

    def k9draw(self):
        self.k9key, used = jax.random.split(self.k9key)
        return jax.random.normal(used)


class Sampler(NamedTuple):
    k9typed: jax.Array
    k9raw: jax.Array


drawing = Drawing(0)
reveal_type(drawing.k9draw())
reveal_type(drawing.k9first)
reveal_type(drawing.k9second * drawing.k9rows)
reveal_type(jax.random.normal(drawing.k9key))
reveal_type(jax.random.key_data(jax.random.split(drawing.k9key)))
sampler = Sampler(jax.random.key(0), jax.random.PRNGKey(0))
reveal_type(jax.random.key_data(sampler.k9typed))
reveal_type(sampler.k9raw)
