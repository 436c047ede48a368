"""Modules of flax that hold the dtypes of their layers in fields."""

from functools import partial
from typing import Any, reveal_type

import flax.linen as nn
import jax
import jax.numpy as jnp

x = jnp.ones((2, 4))
half = jnp.ones((2, 4), jnp.bfloat16)


def out(module, given):
    return module.apply(module.init(jax.random.key(0), given), given)


class Mlp(nn.Module):
    size: int
    dtype: Any = jnp.bfloat16
    param_dtype: Any = jnp.float32
    name_of_dtype: str = "float16"

    @nn.compact
    def __call__(self, x):
        y = nn.Dense(self.size, dtype=self.dtype, param_dtype=self.param_dtype)(x)
        b = self.param("b", nn.initializers.zeros, (self.size,), self.param_dtype)
        return y, b, y.astype(self.name_of_dtype), jnp.zeros(3, self.dtype)


reveal_type(out(Mlp(4), x)[0])
reveal_type(out(Mlp(4), x)[1])
reveal_type(out(Mlp(4), x)[2])
reveal_type(out(Mlp(4), x)[3])


class Inner(nn.Module):
    dtype: Any = jnp.float16

    def setup(self):
        self.dense = nn.Dense(4, dtype=self.dtype)

    def __call__(self, x):
        return self.dense(x)


class Outer(nn.Module):
    low: Any = jnp.float16

    @nn.compact
    def __call__(self, x):
        return Inner(dtype=self.low)(x)


reveal_type(out(Outer(), x))


class Open(nn.Module):
    dtype: Any | None = None

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4, dtype=self.dtype)(x)


reveal_type(out(Open(), x))
reveal_type(out(Open(), half))  # unknown: float32, or bfloat16 if the program casts parameters


class Either(nn.Module):
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4, dtype=self.dtype)(x)


reveal_type(out(Either(), x))  # unknown: there are two dtypes
reveal_type(out(Either(jnp.bfloat16), x))  # unknown: there are two dtypes


class Handed(nn.Module):
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4, dtype=self.dtype)(x)


reveal_type(out(partial(Handed, dtype=jnp.bfloat16)(), x))  # unknown: the class is handed on


class Traced(nn.Module):
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4, dtype=self.dtype)(x)


class Tracing(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.remat(Traced)(dtype=jnp.bfloat16)(x)


reveal_type(out(Tracing(), x))


class Base(nn.Module):
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4, dtype=self.dtype)(x)


class Below(Base):
    dtype: Any = jnp.bfloat16


reveal_type(out(Below(), x))  # unknown: classes below have another default


class Given(nn.Module):
    dtype: Any = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4, dtype=self.dtype)(x)


options: dict[str, Any] = {"dtype": jnp.bfloat16}
reveal_type(out(Given(**options), x))  # unknown: what the dictionary holds


class Table(nn.Module):
    rows: Any

    def setup(self):
        self.table = jnp.zeros(4, jnp.int8)

    def __call__(self, x):
        return self.table, self.rows


reveal_type(out(Table(half), x)[0])
reveal_type(out(Table(half), x)[1])
