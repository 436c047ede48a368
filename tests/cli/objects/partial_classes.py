"""Objects that a partial of their class makes."""

from dataclasses import dataclass
from functools import partial
from typing import Any, reveal_type

import jax.numpy as jnp


@dataclass
class Cast:
    width: int
    dtype: Any = jnp.float32

    def __call__(self, x):
        return x.astype(self.dtype)


class Scale:
    def __init__(self, scale, other=None):
        self.scale = scale
        self.other = other

    def __call__(self, x):
        return self.scale * x


def main():
    x = jnp.ones(3)
    make = partial(Cast, dtype=jnp.bfloat16)
    cast = make(3)
    reveal_type(cast(x))
    other = Cast(3)
    reveal_type(other(x))
    again = partial(make, 4)
    reveal_type(again()(x))
    scaled = partial(Scale, other=x)
    reveal_type(scaled(jnp.ones(3, jnp.bfloat16))(jnp.ones(3, jnp.bfloat16)))
    reveal_type(scaled(x)(jnp.ones(3, jnp.bfloat16)))
    reveal_type(make(3, dtype=jnp.float16)(x))


main()
