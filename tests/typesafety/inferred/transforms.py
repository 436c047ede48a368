"""Bodies of loops and conditionals, custom derivative rules, pytrees, and derivatives."""

from typing import Any, reveal_type

import jax
import jax.numpy as jnp
from jax import Array, lax

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
PARAMS = {"w": bf16, "b": bf16}


def loops(x):
    def step(carry, _):
        return carry * 2, carry

    carry, stacked = lax.scan(step, x, None, length=3)

    def is_small(carry):
        return carry.sum() < 3

    def body(carry):
        return carry + 1

    carry = lax.while_loop(is_small, body, carry)
    carry = lax.fori_loop(0, 3, lambda i, carry: carry + 1, carry)
    return carry, stacked


def branches(x):
    def more(x):
        return x + 1

    def less(x):
        return x - 1

    x = lax.cond(x.sum() > 0, more, less, x)
    x = lax.switch(1, [more, less], x)
    return lax.map(more, x)


def scanned(x):
    def add(a, b):
        return a + b

    return lax.associative_scan(add, x)


def updated(params, gradients):
    def update(p, g):
        return p - 0.1 * g

    return jax.tree.map(update, params, gradients)


def loss(params, x):
    h = x @ params["w"] + params["b"]
    return jnp.mean(h), h


def widened(x, y=1.0):
    return (x * y).astype(jnp.float32)


def both(x):
    return x.sum(), x


def declared(x: Any) -> "Array[jnp.float32]":
    return (x * x).astype(jnp.float32)


counted = lambda x: (1, jnp.float16(2))  # noqa: E731


def square(x):
    return x * x


reveal_type(loops(bf16)[0])
reveal_type(loops(bf16)[1])
reveal_type(branches(bf16))
reveal_type(scanned(bf16))
reveal_type(updated(PARAMS, PARAMS)["w"])
reveal_type(jax.tree.map(square, PARAMS)["b"])
reveal_type(jax.tree_util.tree_map(square, [bf16])[0])
reveal_type(jax.value_and_grad(loss, has_aux=True)(PARAMS, bf16)[0][1])
reveal_type(jax.value_and_grad(loss, has_aux=True)(PARAMS, bf16)[1]["w"])
reveal_type(jax.grad(loss, has_aux=True)(PARAMS, f32)[1])
reveal_type(jax.grad(loss, has_aux=True)(PARAMS, f32)[0]["w"])
reveal_type(jax.grad(square)(2.0))
reveal_type(jax.jvp(widened, (bf16,), (bf16,))[0])
reveal_type(jax.jvp(widened, (bf16,), (bf16,))[1])
reveal_type(jax.jvp(lambda x, y: x + y, (bf16, 1.0), (bf16, 1.0))[1])
reveal_type(jax.vjp(widened, bf16)[0])
reveal_type(jax.vjp(widened, bf16)[1](f32)[0])
reveal_type(jax.linearize(widened, bf16)[0])
reveal_type(jax.linearize(widened, bf16)[1](bf16))
reveal_type(jax.jacfwd(widened)(bf16))
reveal_type(jax.jacrev(widened)(bf16))
reveal_type(jax.jacfwd(widened, argnums=(0, 1))(bf16, f32)[1])
reveal_type(jax.jacrev(both, has_aux=True)(bf16)[0])
reveal_type(jax.jacrev(both, has_aux=True)(bf16)[1])
reveal_type(jax.hessian(lambda x: widened(x).sum())(bf16))
reveal_type(jax.hessian(square)(2.0))
reveal_type(jax.hessian(lambda x, y: (x * y).sum(), argnums=(0, 1))(bf16, f32)[0][1])
reveal_type(jax.hessian(lambda x, y: (x * y).sum(), argnums=(0, 1))(bf16, f32)[1][0])
reveal_type(jax.grad(lambda x: declared(x).sum())(bf16))
reveal_type(jax.grad(declared)(bf16[0, 0]))
reveal_type(jax.value_and_grad(declared)(bf16[0, 0])[0])
reveal_type(jax.value_and_grad(declared)(bf16[0, 0])[1])
reveal_type(jax.remat(widened)(bf16))
reveal_type(jax.jit(widened, static_argnames="y")(bf16, y=2.0))
reveal_type(jax.vmap(widened, in_axes=(0,))(bf16))
reveal_type(jax.vmap(counted)(bf16)[0])  # unknown: JAX makes an array of the number
reveal_type(jax.vmap(counted)(bf16)[1])
