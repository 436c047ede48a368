"""Modules of flax.linen of one class that were made with different dtypes."""

from typing import Any, reveal_type

import flax.linen as nn
import jax
import jax.numpy as jnp


class Cast(nn.Module):
    dtype: Any = jnp.bfloat16

    def __call__(self, x):
        return x.astype(self.dtype)


class Compact(nn.Module):
    width: int
    dtype: Any = jnp.bfloat16

    @nn.compact
    def __call__(self, x):
        return nn.Dense(self.width, dtype=self.dtype)(x)


class SetUp(nn.Module):
    width: int
    dtype: Any = jnp.bfloat16

    def setup(self):
        self.layer = nn.Dense(self.width, dtype=self.dtype)

    def __call__(self, x):
        return self.layer(x)


class Outer(nn.Module):
    @nn.compact
    def __call__(self, x):
        reveal_type(Cast()(x))
        reveal_type(Cast(jnp.float16)(x))
        reveal_type(Compact(3)(x))
        reveal_type(Compact(3, dtype=jnp.float16)(x))
        reveal_type(SetUp(3)(x))
        reveal_type(SetUp(3, dtype=jnp.float16)(x))
        return Compact(3)(x)


def main():
    x = jnp.ones((2, 3))
    key = jax.random.key(0)
    cast = Cast()
    reveal_type(cast.apply({}, x))
    reveal_type(Cast(jnp.float16).apply({}, x))
    compact = Compact(3, jnp.float16)
    reveal_type(compact.apply(compact.init(key, x), x))
    outer = Outer()
    reveal_type(outer.apply(outer.init(key, x), x))


main()
