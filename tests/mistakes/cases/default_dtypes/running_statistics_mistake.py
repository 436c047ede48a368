from typing import NamedTuple

import jax
import jax.numpy as jnp


class BatchNormState(NamedTuple):
    mean: jax.Array
    var: jax.Array


class BatchNorm:
    def __init__(self, size, momentum=0.99, eps=1e-5, dtype=jnp.bfloat16):
        self.weight = jnp.ones((size,), dtype)
        self.bias = jnp.zeros((size,), dtype)
        self.momentum = momentum
        self.eps = eps

    def init_state(self):
        size = self.weight.shape[0]
        return BatchNormState(jnp.zeros(size), jnp.ones(size))  # mistake

    def __call__(self, x, state, inference=False):
        if inference:
            mean, var = state.mean, state.var
        else:
            mean, var = x.mean(0), x.var(0)
            state = BatchNormState(
                self.momentum * state.mean + (1 - self.momentum) * mean,  # mistake
                self.momentum * state.var + (1 - self.momentum) * var,  # mistake
            )
        out = (x - mean) * jax.lax.rsqrt(var + self.eps)  # mistake
        return out * self.weight + self.bias, state  # mistake


def evaluate(x):
    norm = BatchNorm(4)
    state = norm.init_state()
    _, state = norm(x, state)
    out, _ = norm(x, state, inference=True)
    return out


def main():
    return evaluate(jnp.ones((2, 4), jnp.bfloat16))
