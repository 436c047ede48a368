"""Python's ``map`` of functions without annotations, of lambdas and of functions of JAX."""

from typing import reveal_type

import jax.numpy as jnp

b16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3))


def doubled(x):
    return x * 2


def added(x, y):
    return x + y


def of_tuple(x):
    one, other = map(doubled, (x, x))
    return one + other


def of_array(x):
    rows = map(lambda row: row.astype(jnp.float16), x)  # noqa: C417
    return jnp.stack(list(rows))


def of_two(x, y):
    for each in map(added, [x, x], {"a": y, "b": y}.values()):
        found = each * 2
    return found


def of_jax(x):
    return sum(map(jnp.sin, [x, x]), start=x)


def of_several(x, y):
    one, _ = map(doubled, (x, y))
    return one


class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        return x.reshape(self.count, -1)

    def __call__(self, q, k):
        q, k = map(self.split, (q, k))
        return q * k


reveal_type(of_tuple(b16))
reveal_type(of_array(b16))
reveal_type(of_two(b16, f32))
reveal_type(of_jax(b16))
reveal_type(of_several(b16, f32))  # unknown: the items have two types
reveal_type(Heads(3)(b16, b16))
