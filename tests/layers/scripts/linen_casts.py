"""Parameters of flax.linen that a function casts, which is mapped over them by its name."""

from typing import reveal_type

import flax.linen as nn
import jax
import jax.numpy as jnp


class Scale(nn.Module):
    @nn.compact
    def __call__(self, x):
        scale = self.param("scale", lambda key, n: jnp.ones(n, jnp.float32), 3)
        reveal_type(scale)  # unknown: the program casts trees
        return x * scale


def narrow(leaf):
    return leaf.astype(jnp.bfloat16)


def smaller(tree):
    return jax.tree.map(narrow, tree)


model = Scale()
x = jnp.ones(3, jnp.bfloat16)
params = model.init(jax.random.key(0), x)
model.apply(params, x)
model.apply(smaller(params), x)
