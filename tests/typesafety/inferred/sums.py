"""Sums of lists, of generators and in loops, which are a number if there is nothing to add."""

from typing import reveal_type

import jax
import jax.numpy as jnp

weights = {"weight": jnp.ones((3, 3), jnp.bfloat16)}
whole = jnp.arange(3)


def squares(tree):
    return sum(jnp.sum(leaf**2) for leaf in jax.tree.leaves(tree))


def listed(arrays):
    return sum([jnp.sum(array) for array in arrays])


def looped(arrays):
    total = 0.0
    for array in arrays:
        total = total + jnp.sum(array)
    return total


def penalised(tree, value):
    return jnp.mean(value @ tree["weight"]) + 0.1 * squares(tree)


def of_all(arrays):
    return listed(arrays) * arrays[0], looped(arrays) * arrays[0]


reveal_type(penalised(weights, weights["weight"]))
reveal_type(jax.value_and_grad(penalised)(weights, weights["weight"])[0])
reveal_type(jax.grad(penalised)(weights, weights["weight"])["weight"])
reveal_type(of_all([whole, whole])[0])
reveal_type(of_all([weights["weight"]])[0])
reveal_type(of_all([weights["weight"]])[1])
reveal_type(of_all([whole])[1])
reveal_type(squares(weights))  # unknown: it is 0 without leaves, and mypy would say so


def scaled(value, *arrays):
    return value * sum(array * 2 for array in arrays)


half = jnp.ones(3, jnp.float16)
brain = jnp.ones(3, jnp.bfloat16)
reveal_type(scaled(half, half, half))
reveal_type(sum([half > 0, brain > 0], 0))
reveal_type(sum([half, half], jnp.float32(0)))
reveal_type(sum([half > 0], jnp.int8(0)))
reveal_type(brain * sum(jnp.asarray(1.0) for _ in range(3)))


def recursive(number, value):
    return recursive(number - 1, value) if number else value


def of_calls(value):
    return sum(map(recursive, (0, 1), (value, value))) * jnp.int8(2)


reveal_type(of_calls(half))  # unknown: so are the items, which mypy takes for bools
