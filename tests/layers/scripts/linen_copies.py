"""Copies of a module of flax.linen with another dtype: which dtype an object has is unknown."""

from dataclasses import replace
from typing import Any, reveal_type

import flax.linen as nn
import jax.numpy as jnp


class Cast(nn.Module):
    dtype: Any = jnp.bfloat16

    def __call__(self, x):
        return x.astype(self.dtype)


def main():
    x = jnp.ones((2, 3))
    cast = Cast(jnp.float16)
    reveal_type(cast.apply({}, x))
    reveal_type(replace(cast, dtype=jnp.float32).apply({}, x))
    reveal_type(cast.clone(dtype=jnp.float32).apply({}, x))  # unknown: `clone` gives another dtype
    reveal_type(cast.copy(dtype=jnp.float32).apply({}, x))  # unknown: so does `copy`
    reveal_type(cast.clone().apply({}, x))  # unknown: `clone` may give another dtype


main()
