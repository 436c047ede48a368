"""Lambdas in transforms: their parameters have no annotations, so nothing in them is an error."""

from typing import NamedTuple, assert_type

import jax
import jax.numpy as jnp
from jax import Array


class Params(NamedTuple):
    w: Array[jnp.float32]
    b: Array[jnp.bfloat16]


def loss(p: Params, x: Array[jnp.float32], y: Array) -> Array[jnp.float32]:
    return (x @ p.w + p.b - y).sum()


def loss_and_aux(p: dict[str, Array], x: Array) -> tuple[Array, dict[str, Array]]:
    return (x @ p["w"]).sum(), p


def lambdas(p: Params, d: dict[str, Array], x: Array[jnp.float32], y: Array) -> None:
    print(jax.grad(lambda q: loss(q, x, y))(p))
    print(jax.grad(lambda a: (a * 2).sum())(x))
    print(jax.value_and_grad(lambda q: loss_and_aux(q, x), has_aux=True)(d))
    (value, aux), gradient = jax.value_and_grad(lambda q: loss_and_aux(q, x), has_aux=True)(d)
    print(value, aux, gradient)
    print(jax.grad(loss, argnums=(0, 1))(p, x, y))
    print(jax.grad(lambda a, b: a @ b, argnums=1)(x, y))
    print(jax.jacfwd(lambda a: a["x"] ** 2)(d))
    print(jax.hessian(lambda a: loss(p, a, y))(x))
    print(jax.jacrev(lambda a: loss(p, a, y))(x))
    print(jax.vmap(lambda a, b: loss(p, a, b))(x, y))
    print(jax.vmap(jax.grad(lambda q, a: loss(q, a, a)), in_axes=(None, 0))(p, x))
    print(jax.jit(lambda q: loss(q, x, y))(p))
    print(jax.checkpoint(lambda q: loss(q, x, y))(p))
    print(jax.vjp(lambda q: loss(q, x, y), p))
    print(jax.jvp(lambda a: loss(p, a, y), (x,), (x,)))
    print(jax.linearize(lambda a: loss(p, a, y), x))
    print(jax.lax.scan(lambda c, a: (c + loss(p, a, y), c), x, x))
    print(jax.lax.map(lambda a: loss(p, a, y), x))
    print(jax.lax.cond(True, lambda a: loss(p, a, y), lambda a: a.sum(), x))
    print(jax.lax.fori_loop(0, 3, lambda i, c: c + loss(p, c, y), x))
    print(
        jax.lax.while_loop(
            lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * loss(p, c[1], y)), (0, x)
        )
    )
    print(jax.tree.map(lambda a, b: a - 0.1 * b, p, p))
    print(jax.tree.map(lambda a, k=2: a * k, d))
    print(jax.tree.map(lambda a, *rest, k=y: a * k, p, p))
    print(jax.lax.cond(True, lambda a, k=2: a * k, lambda a: a, x))
    print(jax.lax.cond(True, lambda a: a, lambda a: a, operand=x))
    print(jax.vmap(lambda a, k=2: a * k)(x))
    print(jax.tree.reduce(lambda a, b: a + b.sum(), d, 0.0))
    print(jax.lax.associative_scan(lambda a, b: a * b, x))
    print(jax.pure_callback(lambda a: a, x, x))
    print(jax.custom_jvp(lambda a: a * 2)(x))
    print(jax.eval_shape(lambda a: loss(p, a, y), x))
    print(jax.lax.switch(0, [lambda a: loss(p, a, y), lambda a: a.sum()], x))
    print(jax.lax.custom_root(lambda a: a * 2, x, lambda f, a: a, lambda g, b: b))
    print(jax.named_call(lambda a: loss(p, a, y))(x))
    print(jax.make_jaxpr(lambda a: loss(p, a, y))(x))
    print(jnp.vectorize(lambda a: loss(p, a, y))(x))
    print(jnp.apply_along_axis(lambda a: loss(p, a, y), 0, x))
    print(jnp.piecewise(x, [x > 0], [lambda a: a * 2, lambda a: a]))
    print(jnp.fromfunction(lambda i, j: i + j, (2, 2)))


def beside_functions(p: Params, x: Array[jnp.float32]) -> None:
    """A function with annotations, in the same transforms, is checked."""
    assert_type(jax.jit(loss)(p, x, x), Array[jnp.float32])
    assert_type(jax.checkpoint(loss)(p, x, x), Array[jnp.float32])
    jax.jit(loss)(p, 1j, x)  # error


def nested(x: Array, y: Array, p: Params) -> None:
    """In a lambda mypy checks an operand again for each overload, so it must not try them all."""
    print(jax.lax.map(lambda a: jnp.sqrt(x * jnp.exp(y + jnp.sin(x - y))), x))
    print(jax.tree.map(lambda a: a * jnp.where(x > y, x * (x + (y - x)), y), p))
    print(jax.lax.cond(True, lambda: jnp.maximum(x, y * jnp.minimum(y, x * (y - x))), lambda: x))
