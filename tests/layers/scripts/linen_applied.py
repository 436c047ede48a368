"""``apply`` of a module of flax that is passed on: to a transform, a function or an attribute."""

from functools import partial
from typing import reveal_type

import flax.linen as nn
import jax
import jax.numpy as jnp

x = jnp.ones((2, 3))
key = jax.random.key(0)


class Half(nn.Module):
    @nn.compact
    def __call__(self, x, train=False):
        x = nn.Dense(3, dtype=jnp.bfloat16)(x)
        return nn.Dropout(0.5, deterministic=not train)(x)


class Single(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x).astype(jnp.float32)


class Policy:
    def __init__(self, x):
        module = Half()
        self.variables = module.init(key, x)
        self.forward = jax.vmap(module.apply, in_axes=(None, 0))

    def actions(self, x):
        return self.forward(self.variables, x)


def loss(apply, variables, x):
    return apply(variables, x).sum()


half, single = Half(), Single()
variables = half.init(key, x)
of_single = single.init(key, x)
applied = jax.jit(half.apply, static_argnames="train")
reveal_type(applied(variables, x))
reveal_type(applied(variables, x, train=False))
reveal_type(jax.vmap(half.apply, in_axes=(None, 0))(variables, x))
reveal_type(partial(half.apply, variables)(x))
reveal_type(partial(half.apply, mutable=["state"])(variables, x)[0])
reveal_type(loss(half.apply, variables, x))
reveal_type(loss(single.apply, of_single, x))
reveal_type(jax.grad(partial(loss, single.apply), argnums=1)(of_single, x))
reveal_type(Policy(x).actions(x))
reveal_type(partial(half.apply, method="__call__")(variables, x))  # unknown: another method
