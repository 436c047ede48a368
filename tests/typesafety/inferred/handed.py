"""JAX functions that are passed to functions of the program, by position, name or default."""

from functools import partial
from typing import reveal_type

import jax
import jax.numpy as jnp
from jax import lax, nn

halved = jnp.ones((3, 3), jnp.bfloat16)
counted = jnp.arange(3)


def euler(slope, value, step):
    return value + step * slope(value)


def dense(value, activation=nn.relu, reduce=jnp.sum):
    return reduce(activation(value))


def after(outer, inner, value):
    return outer(inner(value))


def anything(function, *given, **named):
    return function(*given, **named)


def mapped(function, value):
    return jax.tree.map(function, value), jax.vmap(function)(value), jax.jit(function)(value)


def slope_of(function, value):
    return jax.grad(function)(value)


def scanned(function, value):
    return lax.scan(lambda carry, _: (function(carry), carry), value, None, length=3)[0]


def named(function, value):
    return function.__name__, function(value)


reveal_type(euler(jnp.sin, halved, 0.1))
reveal_type(euler(jnp.square, counted, 2))
reveal_type(euler(jnp.sqrt, counted, 2))
reveal_type(partial(euler, jnp.sqrt)(counted, 1))
reveal_type(dense(halved))
reveal_type(dense(halved, nn.gelu))
reveal_type(dense(counted, jnp.abs))
reveal_type(dense(halved, reduce=jnp.argmax))
reveal_type(after(jnp.argsort, jnp.sqrt, counted))
reveal_type(anything(jnp.sum, halved, axis=0))
reveal_type(anything(jnp.sum, halved, dtype=jnp.float32))
reveal_type(mapped(jnp.argsort, halved)[0])
reveal_type(mapped(jnp.sqrt, counted)[1])
reveal_type(mapped(jnp.sqrt, counted)[2])
reveal_type(slope_of(jnp.sum, halved))
reveal_type(scanned(jnp.sin, halved))
reveal_type(named(jnp.sqrt, counted)[1])


def replaced(function, value):
    function = jnp.argsort
    return function(value)


def replaced_later(function, value, flag):
    if flag:
        function = jnp.argsort
    return function(value)


def chosen_twice(function, value):
    chosen = jnp.sqrt
    chosen = function
    return chosen(value)


def replaced_default(value, flag, function=jnp.sqrt):
    if flag:
        function = jnp.square
    return function(value)


reveal_type(replaced(jnp.sin, halved))  # unknown: another function is assigned
reveal_type(replaced_later(jnp.sin, halved, flag=False))
reveal_type(replaced_later(jnp.sin, halved, halved.ndim > 5))  # unknown: perhaps another function
reveal_type(chosen_twice(jnp.square, counted))
reveal_type(replaced_default(counted, flag=True))  # unknown: it may be another function


def trainer(rate):
    def updated(weights, grads):
        return weights - rate * grads

    differentiated = jax.grad(lambda weights, x: jnp.sum(weights * x) * rate)

    def step(weights, x):
        return updated(weights, differentiated(weights, x)), None

    def train(weights, xs):
        return lax.scan(step, weights, xs)[0]

    return train


reveal_type(trainer(0.1)(jnp.ones(3, jnp.bfloat16), jnp.ones((2, 3), jnp.bfloat16)))
reveal_type(trainer(jnp.float32(0.1))(jnp.ones(3, jnp.float32), jnp.ones((2, 3))))
