"""Dtypes that reach modules and layers by ``**options``."""

from typing import Any, reveal_type

import flax.linen as nn
import jax
import jax.numpy as jnp


class Precision:
    def __init__(self, dtype):
        self.dtype = dtype

    def options(self):
        return {"dtype": self.dtype, "use_bias": False}


class Block(nn.Module):
    precision: Precision

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4, **self.precision.options())(x)


class Model(nn.Module):
    width: int
    depth: int = 1
    dtype: Any = jnp.bfloat16

    @nn.compact
    def __call__(self, x):
        reveal_type(x.astype(self.dtype))
        options = {"dtype": self.dtype, "use_bias": False}
        reveal_type(nn.Dense(self.width, **options)(x))
        reveal_type(nn.Dense(self.width, **dict(dtype=self.dtype))(x))  # noqa: C408
        precision = Precision(dtype=self.dtype)
        reveal_type(x.astype(precision.dtype))
        reveal_type(Block(precision)(x))
        return Block(precision=precision)(x)


def given():
    return {"dtype": jnp.float16}


x = jnp.ones((2, 3))
key = jax.random.key(0)
sizes = {"width": 3, "depth": 2}
model = Model(**sizes)
reveal_type(model.apply(model.init(key, x), x))
inner = nn.Dense(4, **given())
reveal_type(inner.apply(inner.init(key, x), x))
precision = Precision(jnp.bfloat16)
outer = nn.Dense(4, **precision.options())
reveal_type(outer.apply(outer.init(key, x), x))
written = given()
last = nn.Dense(4, **written)
reveal_type(last.apply(last.init(key, x), x))
