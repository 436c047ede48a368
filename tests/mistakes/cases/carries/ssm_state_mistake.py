import jax
import jax.numpy as jnp

from promo_typing import Array


class StateSpace:
    def __init__(self, size: int) -> None:
        self.decay = jnp.full((size,), 0.9, jnp.bfloat16)
        self.size = size

    def step(self, state, u):  # type: ignore[no-untyped-def]
        state = (self.decay * state + u).astype(u.dtype)
        return state, state.sum()

    def __call__(self, inputs: Array[jnp.bfloat16]) -> jax.Array:
        start = jnp.zeros(self.size)
        _, outputs = jax.lax.scan(self.step, start, inputs)  # mistake
        return outputs


def main() -> jax.Array:
    return StateSpace(3)(jnp.ones((5, 3), jnp.bfloat16))
