"""Functions of JAX that are transformed, by ``jit``, ``vmap`` and the like."""

from functools import partial
from typing import reveal_type

import jax
import jax.numpy as jnp
from jax import lax

bf16 = jnp.ones((2, 3), jnp.bfloat16)
f32 = jnp.ones((2, 3), jnp.float32)
i8 = jnp.ones((2, 3), jnp.int8)

reveal_type(jax.jit(jnp.sin)(bf16))
reveal_type(jax.jit(jnp.sin)(i8))
reveal_type(jax.jit(jnp.sin)(2))
reveal_type(jax.jit(jnp.add)(bf16, 1.0))
reveal_type(jax.jit(jnp.add)(i8, 1.0))
reveal_type(jax.jit(jnp.add)(1, 2))
reveal_type(jax.vmap(jnp.dot)(bf16, f32))
reveal_type(jax.vmap(jnp.dot, in_axes=(0, None))(bf16, bf16[0]))
reveal_type(jax.vmap(jax.vmap(jnp.maximum))(i8, bf16))
reveal_type(jax.vmap(jnp.where)(i8 > 0, bf16, f32))
reveal_type(jax.vmap(jnp.sum)(i8))
reveal_type(jax.vmap(jax.nn.softmax)(bf16))
reveal_type(jax.vmap(lax.mul)(bf16, bf16))
reveal_type(jax.checkpoint(jnp.tanh)(bf16))
reveal_type(jax.grad(jax.nn.sigmoid)(bf16[0, 0]))
reveal_type(jax.jit(jnp.sum, static_argnames="axis")(bf16, axis=0))
reveal_type(jax.jit(partial(jnp.sum, axis=0))(bf16))
reveal_type(jax.vmap(partial(jnp.sum, dtype=jnp.float16))(f32))
reveal_type(jax.jit(jnp.astype, static_argnums=1)(bf16, jnp.float16))
reveal_type(jax.jit(jnp.argmax)(bf16))
reveal_type(jax.jit(jnp.linalg.norm)(bf16))
reveal_type(jax.jit(jnp.divmod)(i8, i8)[0])
reveal_type(jax.jit(jnp.linalg.qr)(f32)[1])  # unknown
reveal_type(jax.jit(jnp.concatenate)([bf16, f32]))

fast_dot = jax.jit(jnp.dot)
each_norm = jax.vmap(jnp.linalg.norm)
reveal_type(fast_dot(bf16, bf16.T))
reveal_type(each_norm(bf16))

by_rows = jnp.vectorize(jnp.dot, signature="(n),(n)->()")
scaled = jnp.vectorize(lambda x, y: x * y)
reveal_type(by_rows(bf16, f32))
reveal_type(scaled(bf16, 2))
reveal_type(scaled(i8, 2.0))
reveal_type(scaled(2, 3))


@jnp.vectorize
def halved(x):
    return x / 2


@partial(jnp.vectorize, signature="(n)->(n)")
def shifted(x):
    return x + bf16[0, 0]


@partial(jnp.vectorize, excluded=(1,))
def powered(x, times):
    return x**times


reveal_type(halved(i8))
reveal_type(halved(bf16))
reveal_type(shifted(i8))
reveal_type(shifted(f32))
reveal_type(powered(i8, 2))
reveal_type(powered(bf16, 2.0))


def norms(x):
    return jax.vmap(jnp.linalg.norm)(x)


def joined(function, x, y):
    return jax.jit(function)(x, y)


reveal_type(norms(bf16))
reveal_type(norms(i8))
reveal_type(joined(jnp.add, bf16, f32))
reveal_type(joined(jnp.subtract, bf16, f32))
