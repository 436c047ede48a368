"""Training in plain JAX: optax keeps the dtype of each parameter."""

from typing import reveal_type

import jax
import jax.numpy as jnp
import optax
from optax import apply_updates

optimizer = optax.sgd(0.1)


def init(key):
    first, last = jax.random.split(key)
    return {
        "w": jax.random.normal(first, (3, 3), jnp.bfloat16),
        "b": jnp.zeros(3),
        "layers": [jax.random.normal(last, (3, 3), jnp.float16)],
    }


def loss(params, x):
    hidden = x @ params["w"] + params["b"]
    return optax.l2_loss(hidden @ params["layers"][0].astype(jnp.float32)).mean()


@jax.jit
def step(params, state, x):
    value, grads = jax.value_and_grad(loss)(params, x)
    updates, state = optimizer.update(grads, state, params)
    return optax.apply_updates(params, updates), state, value


def train(steps):
    params = init(jax.random.key(0))
    state = optimizer.init(params)
    for _ in range(steps):
        params, state, value = step(params, state, jnp.ones((2, 3), jnp.bfloat16))
    reveal_type(value)
    return params


params = train(2)
reveal_type(params["w"])
reveal_type(params["b"])
reveal_type(params["layers"][0])
one = jnp.ones(3, jnp.bfloat16)
reveal_type(apply_updates(one, jnp.ones(3)))
reveal_type(apply_updates((one, None, jnp.ones(3)), (jnp.ones(3), None, one))[2])

target = optax.incremental_update(params, init(jax.random.key(1)), 0.01)
reveal_type(target["w"])
reveal_type(target["b"])
reveal_type(target["layers"][0])
reveal_type(optax.incremental_update(one, jnp.ones(3), step_size=0.01))
reveal_type(optax.incremental_update((one, one), (one, jnp.ones(3)), jnp.float32(0.01))[0])
copied = optax.periodic_update(params, target, jnp.int32(3), 2)
reveal_type(copied["w"])
reveal_type(copied["layers"][0])
