"""Variables of flax.nnx; the revealed types are compared with the arrays."""

from typing import reveal_type

import jax.numpy as jnp
from flax import nnx

x = jnp.ones(3, jnp.float32)
half = jnp.ones(3, jnp.float16)
bf16 = nnx.Param(jnp.ones(3, jnp.bfloat16))
f32 = nnx.Variable(jnp.ones(3, jnp.float32))
i32 = nnx.BatchStat(jnp.ones(3, jnp.int32))

reveal_type(bf16[...])
reveal_type(bf16[0])
reveal_type(i32[...] + 1)
reveal_type(bf16[...] * x)
reveal_type(bf16 * x)
reveal_type(x * bf16)
reveal_type(half * bf16)
reveal_type(bf16 * half)
reveal_type(bf16 * f32)
reveal_type(bf16 + 1)
reveal_type(1.0 - bf16)
reveal_type(i32 / 2)
reveal_type(-bf16)
reveal_type(bf16 @ half)
reveal_type(bf16**2)


class Norm(nnx.Module):
    def __init__(self, dim, rngs):
        self.scale = nnx.Param(jnp.ones(dim, jnp.bfloat16))
        self.mean = nnx.BatchStat(jnp.zeros(dim, jnp.float32))

    def __call__(self, x):
        return x * self.scale[...], x * self.scale, (x - self.mean[...]) * self.scale.get_value()


norm = Norm(3, nnx.Rngs(0))
reveal_type(norm(half)[0])
reveal_type(norm(half)[1])
reveal_type(norm(jnp.ones(3, jnp.bfloat16))[0])
reveal_type(norm(jnp.ones(3, jnp.bfloat16))[1])
reveal_type(norm(jnp.ones(3, jnp.bfloat16))[2])
