"""Variables that functions bind by ``global`` and ``nonlocal``."""

from typing import reveal_type

import jax.numpy as jnp

total = jnp.zeros(3)
best = None
scale = 1.0
steps = 0
made = None
half = jnp.ones(3, jnp.bfloat16)


def update(x):
    global total, best, scale, steps
    steps += 1
    total = total.astype(jnp.bfloat16) + x
    best = x if best is None else best.astype(jnp.float32)
    scale = jnp.float32(0.5) * scale
    return total


def make():
    global made
    made = jnp.ones(3, jnp.float16)


def counter():
    count = jnp.zeros(3, jnp.int32)
    first = jnp.zeros(3, jnp.int8)

    def bump(x):
        nonlocal count
        count = count + x

    bump(half)
    return count, first


def counted():
    count, first = counter()
    reveal_type(count)  # unknown: two functions bind it
    reveal_type(first)  # unknown: a function with nonlocal in it is not looked into
    return half * steps


reveal_type(half * scale)  # unknown: as count
update(half)
update(half)
make()
reveal_type(total)  # unknown: as count
reveal_type(half * scale)  # unknown: as count
reveal_type(best)  # unknown: as count
reveal_type(half * steps)
reveal_type(counted())
