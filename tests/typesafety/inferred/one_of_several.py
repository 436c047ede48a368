"""A variable that is one of several JAX functions, all of which return the same dtype."""

from typing import reveal_type

import jax
import jax.numpy as jnp


def double(x):
    return (x * 2).astype(jnp.float16)


def activated(x, name):
    activation = jnp.tanh
    if name == "relu":
        activation = jax.nn.relu
    return activation(x)


def chosen(x, name):
    activation = jax.nn.relu if name == "relu" else jnp.tanh
    return activation(x)


def reduced(x, is_index):
    reduce = jnp.argmax if is_index else jnp.sum
    return reduce(x)


def mixed(x, is_own):
    function = jnp.sin
    if is_own:
        function = double
    return function(x)


def handed(x, function=jnp.sin):
    if x.ndim > 1:
        function = jnp.argmax
    return function(x)


reveal_type(activated(jnp.ones(3), "relu"))
reveal_type(activated(jnp.ones(3, jnp.bfloat16), "tanh"))
reveal_type(chosen(jnp.ones(3, jnp.float16), "tanh"))
reveal_type(reduced(jnp.ones(3), False))
reveal_type(mixed(jnp.ones(3), True))  # unknown: one of them is a function of the program
reveal_type(handed(jnp.ones(3)))  # unknown: it may be another function
