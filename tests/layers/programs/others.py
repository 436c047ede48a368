"""Layers of flax.nnx, equinox and haiku; the revealed types are compared with the arrays."""

from typing import reveal_type

import equinox as eqx
import haiku as hk
import jax
import jax.numpy as jnp
from flax import nnx

x = jnp.ones((2, 4))
half = jnp.ones((2, 4), jnp.bfloat16)
key = jax.random.key(0)


class Model(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(4, 4, rngs=rngs)
        self.norm = nnx.LayerNorm(4, dtype=jnp.float16, rngs=rngs)
        self.either = nnx.Linear(4, 4, rngs=rngs)
        self.replaced = nnx.Linear(4, 4, rngs=rngs)

    def replace(self, rngs):
        self.either = nnx.Linear(4, 4, dtype=jnp.bfloat16, rngs=rngs)

    def __call__(self, x):
        return self.linear(x), self.norm(x), self.either(x), self.replaced(x)


model = Model(nnx.Rngs(0))
model.replaced = nnx.Linear(4, 4, dtype=jnp.bfloat16, rngs=nnx.Rngs(0))
reveal_type(model(x)[0])
reveal_type(model(half)[0])
reveal_type(model(half)[1])
reveal_type(model(x)[2])  # unknown: another method gives it another layer
reveal_type(model(x)[3])  # unknown: it is given another layer
reveal_type(nnx.Linear(4, 4, dtype=jnp.bfloat16, rngs=nnx.Rngs(0))(x))
reveal_type(nnx.Dropout(0.5, deterministic=True)(half))


class Fields(eqx.Module):
    linear: eqx.nn.Linear

    def __call__(self, x):
        return self.linear(x)


class Block(eqx.Module):
    linear: eqx.nn.Linear

    def __init__(self):
        self.linear = eqx.nn.Linear(4, 4, key=key)

    def __call__(self, x):
        norm = eqx.nn.LayerNorm(4)
        return norm(x), eqx.nn.Linear(4, 4, key=key)(x), self.linear(x)


block = Block()
reveal_type(block(half[0])[0])
reveal_type(block(x[0])[1])
reveal_type(block(half[0])[1])  # unknown: the parameters may be cast to bfloat16
reveal_type(block(x[0])[2])
reveal_type(Fields(block.linear)(x[0]))  # unknown: a field that a constructor sets


def forward() -> jax.Array:
    x, y = jnp.ones((2, 4)), jnp.ones((2, 4), jnp.bfloat16)
    reveal_type(hk.Linear(4)(x))
    reveal_type(hk.LayerNorm(-1, True, True)(x))
    reveal_type(hk.Linear(4)(y))  # unknown: the parameters may have been made for a wider input
    return hk.Sequential([hk.Linear(4), jax.nn.relu, hk.Linear(4)])(x)


module = hk.transform(forward)
parameters = jax.tree.map(lambda p: p.astype(jnp.bfloat16), module.init(key))
reveal_type(module.apply(parameters, key))
