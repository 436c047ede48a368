"""Modules that ``setup`` makes of other modules, and partials of modules, with different dtypes."""

from functools import partial
from typing import Any, reveal_type

import flax.linen as nn
import jax
import jax.numpy as jnp


class Inner(nn.Module):
    width: int
    dtype: Any = jnp.float32

    def setup(self):
        self.layer = nn.Dense(self.width, dtype=self.dtype)
        self.norm = nn.LayerNorm(dtype=self.dtype)

    def __call__(self, x):
        return self.norm(self.layer(x))


class Block(nn.Module):
    width: int
    dtype: Any = jnp.float32

    def setup(self):
        self.first = Inner(self.width, dtype=self.dtype)
        self.layers = [Inner(self.width, dtype=self.dtype) for _ in range(2)]

    def __call__(self, x):
        x = self.first(x)
        for layer in self.layers:
            x = layer(x)
        return x


class Net(nn.Module):
    dtype: Any = jnp.bfloat16

    @nn.compact
    def __call__(self, x):
        low = Block(4, dtype=self.dtype)(x)
        high = Block(4)(low)
        make = partial(Inner, dtype=self.dtype)
        return low, high, make(4)(high)


def main():
    x = jnp.ones((2, 3))
    net = Net()
    low, high, last = net.apply(net.init(jax.random.key(0), x), x)
    reveal_type(low)
    reveal_type(high)
    reveal_type(last)
    half = Net(dtype=jnp.float16)
    low, high, last = half.apply(half.init(jax.random.key(0), x), x)
    reveal_type(low)
    reveal_type(high)
    reveal_type(last)


main()
