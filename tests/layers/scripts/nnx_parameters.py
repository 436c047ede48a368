"""Layers of flax.nnx with parameters that the program never casts."""

from typing import reveal_type

import jax
import jax.numpy as jnp
from flax import nnx


class Model(nnx.Module):
    def __init__(self, rngs):
        self.embed = nnx.Embed(8, 4, rngs=rngs)
        self.narrow = nnx.Embed(8, 4, param_dtype=jnp.bfloat16, rngs=rngs)
        self.linear = nnx.Linear(4, 4, rngs=rngs)
        self.small = nnx.Linear(4, 4, param_dtype=jnp.float16, rngs=rngs)
        self.norm = nnx.LayerNorm(4, rngs=rngs)
        self.plain = nnx.LayerNorm(4, use_bias=False, use_scale=False, rngs=rngs)
        self.attention = nnx.MultiHeadAttention(num_heads=2, in_features=4, decode=False, rngs=rngs)

    def __call__(self, tokens, half):
        x = self.embed(tokens)
        reveal_type(x)
        reveal_type(self.narrow(tokens))
        reveal_type(self.linear(half))
        reveal_type(self.linear(tokens))
        reveal_type(self.small(half))
        reveal_type(self.norm(half))
        reveal_type(self.plain(half))  # unknown
        reveal_type(self.attention(half[:, None], x))
        return self.linear(x)


model = Model(nnx.Rngs(0))
reveal_type(model(jnp.ones((2, 4), int), jnp.ones((2, 4), jnp.bfloat16)))
graph, state = nnx.split(model)
state = jax.tree.map(lambda leaf: leaf * 2, state)
reveal_type(nnx.merge(graph, state)(jnp.ones((2, 4), int), jnp.ones((2, 4), jnp.bfloat16)))
