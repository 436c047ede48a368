import jax
import jax.numpy as jnp
import numpy as np


def sgd(learning_rate, weight_decay=0.0):
    def init(params):
        return jax.tree.map(jnp.zeros_like, params)

    def update(grads, params):
        return jax.tree.map(
            lambda p, g: p - learning_rate * (g + weight_decay * p),  # mistake
            params,
            grads,
        )

    return init, update


def train(params, steps):
    init, update = sgd(np.float32(1e-2), weight_decay=1e-4)
    grads = init(params)
    for _ in range(steps):
        params = update(grads, params)
    return params


def main() -> jax.Array:
    params = {"w": jnp.ones((2, 2), jnp.bfloat16), "b": jnp.zeros(2, jnp.bfloat16)}
    return train(params, 2)["w"]
