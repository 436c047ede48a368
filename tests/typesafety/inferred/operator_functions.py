"""Functions of the module ``operator``, called and handed on."""

import functools
import operator
from typing import reveal_type

import jax
import jax.numpy as jnp
import numpy as np

f32 = jnp.ones(3, jnp.float32)
bf16 = jnp.ones(3, jnp.bfloat16)
i32 = jnp.ones(3, jnp.int32)
reveal_type(operator.add(bf16, f32))
reveal_type(operator.sub(bf16, 2.0))
reveal_type(operator.mul(2, i32))
reveal_type(operator.truediv(i32, i32))
reveal_type(operator.and_(i32, i32 > 0))
reveal_type(operator.neg(bf16))
reveal_type(operator.add(bf16, operator.lt(bf16, f32)))
reveal_type(operator.matmul(bf16, bf16))
reveal_type(operator.mul(np.float32(2), i32))
reveal_type(operator.pow(bf16, 2))


def combined(x, y):
    return operator.add(x, y)


reveal_type(combined(bf16, i32))
reveal_type(jax.tree.map(operator.add, (bf16, f32), (bf16, bf16))[0])
reveal_type(jax.tree.map(operator.add, (bf16, f32), (bf16, bf16))[1])
reveal_type(jax.tree.map(abs, [bf16])[0])
reveal_type(jax.tree.reduce(operator.add, {"w": bf16, "b": f32}))
reveal_type(functools.partial(jax.tree.map, operator.sub)((bf16,), (f32,))[0])
reveal_type(jax.tree.map(functools.partial(operator.mul, 2), [bf16])[0])
