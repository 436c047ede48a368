"""A program that requests no float but the default one: results of layers are known for any input.

The program does not state the dtypes of parameters and batches.
"""

from operator import itemgetter
from typing import reveal_type

import equinox as eqx
import flax.linen as nn
import haiku as hk
import jax
import jax.numpy as jnp


class Tower(nn.Module):
    size: int = 4
    dtype: object = jnp.float32

    def setup(self):
        self.first = nn.Dense(self.size, dtype=self.dtype)
        self.table = nn.Embed(8, self.size)

    @nn.compact
    def __call__(self, x, tokens):
        h = nn.relu(self.first(x))
        reveal_type(h)
        reveal_type(self.table(tokens))
        for layer in [nn.Dense(self.size), nn.Dense(self.size, use_bias=False)]:
            h = layer(h)
        reveal_type(h)
        scaled = nn.Dropout(0.5)(x, deterministic=True)
        reveal_type(scaled)  # unknown: it is the input, which may be an integer
        return nn.LayerNorm()(h) + self.table(tokens)


def stored(value):
    return itemgetter("value")({"value": value})


tower = Tower()
batch, tokens = stored(jnp.ones((2, 4), jnp.uint8)), stored(jnp.zeros(2, jnp.int32))
params = stored(tower.init(jax.random.key(0), batch, tokens))
reveal_type(batch)  # unknown: mypy has no type for what an itemgetter finds
reveal_type(tower.apply(params, batch, tokens))


def forward(x):
    h = hk.Linear(4)(x)
    reveal_type(h)
    return hk.LayerNorm(-1, True, True)(h)


network = hk.transform(forward)
network.apply(network.init(jax.random.key(0), jnp.ones((2, 4))), None, stored(jnp.ones((2, 4))))


class Cells(eqx.Module):
    first: eqx.nn.GRUCell
    second: eqx.nn.LSTMCell

    def __init__(self, key):
        self.first = eqx.nn.GRUCell(4, 4, key=key)
        self.second = eqx.nn.LSTMCell(4, 3, key=key)

    def __call__(self, xs):
        def step(carry, x):
            h, state = carry
            h = self.first(x, h)
            state = self.second(h, state)
            return (h, state), state[0]

        start = jnp.zeros(4), (jnp.zeros(3), jnp.zeros(3))
        (h, (_, cell)), outputs = jax.lax.scan(step, start, xs)
        reveal_type(h)
        reveal_type(cell)
        return outputs


reveal_type(Cells(jax.random.key(0))(stored(jnp.ones((2, 4)))))


class Scale(eqx.Module):
    weight: jax.Array
    count: jax.Array

    def __init__(self, size):
        self.weight = jnp.ones(size)
        self.count = jnp.arange(size)


def stepped(model, updates):
    model = eqx.apply_updates(model, updates)
    return model.weight, model.count


scale = Scale(3)
reveal_type(stepped(scale, stored(Scale(3)))[0])
reveal_type(stepped(scale, stored(Scale(3)))[1])  # unknown: something else may be added
