"""Layers of equinox and haiku in lists."""

from typing import reveal_type

import equinox as eqx
import haiku as hk
import jax
import jax.numpy as jnp

key = jax.random.PRNGKey(0)
f16 = jnp.ones(4, jnp.float16)
f32 = jnp.ones(4)


class Written(eqx.Module):
    layers: list[eqx.nn.Linear]

    def __init__(self, key):
        self.layers = [eqx.nn.Linear(4, 4, key=key), eqx.nn.Linear(4, 4, key=key)]

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = jax.nn.relu(layer(x))
        return self.layers[-1](x)


class Built(eqx.Module):
    blocks: list[eqx.nn.Linear]

    def __init__(self, key):
        self.blocks = [eqx.nn.Linear(4, 4, key=each) for each in jax.random.split(key)]

    def __call__(self, x):
        for i, block in enumerate(self.blocks):
            x = block(x) * i
        return x


class Filled(eqx.Module):
    filled: list[eqx.nn.Linear]

    def __init__(self, key):
        self.filled = []
        for each in jax.random.split(key):
            self.filled.append(eqx.nn.Linear(4, 4, key=each))

    def __call__(self, x):
        for layer in self.filled:
            x = layer(x)
        return x


class Narrow(eqx.Module):
    narrow: list[eqx.nn.Linear]

    def __init__(self, key):
        self.narrow = [eqx.nn.Linear(4, 4, dtype=jnp.float16, key=key)]

    def __call__(self, x):
        return self.narrow[0](x)


class Changed(eqx.Module):
    changed: list[eqx.nn.Linear]

    def __init__(self, key):
        self.changed = [eqx.nn.Linear(4, 4, dtype=jnp.float16, key=key)]

    def __call__(self, x):
        return self.changed[0](x)


class Undeclared(eqx.Module):
    undeclared: list

    def __init__(self, key):
        self.undeclared = [eqx.nn.Linear(4, 4, key=key) for _ in range(2)]

    def __call__(self, x):
        for layer in self.undeclared[:-1]:
            x = jax.nn.relu(layer(x))
        return self.undeclared[-1](x)


class OfHaiku(hk.Module):
    def __init__(self):
        super().__init__()
        self.linears = [hk.Linear(4), hk.Linear(4)]

    def __call__(self, x):
        for linear in self.linears:
            x = linear(x)
        return x


network = hk.without_apply_rng(hk.transform(lambda x: OfHaiku()(x)))
other = Changed(key)
other.changed[0] = eqx.nn.Linear(4, 4, key=key)
reveal_type(Written(key)(f32))
reveal_type(Written(key)(f16))  # unknown: float32, or float16 if the program casts the parameters
reveal_type(Built(key)(f32))
reveal_type(Filled(key)(f32))
reveal_type(Undeclared(key)(f32))
reveal_type(jax.vmap(Undeclared(key))(jnp.ones((2, 4))))
reveal_type(Narrow(key)(f16))
reveal_type(other(f16))  # unknown: a layer has been replaced
reveal_type(network.apply(network.init(key, f32), f32))
