import jax
import jax.numpy as jnp
from jax import lax


def delay_line(signal):
    def step(state, sample):
        newest, older, oldest = state
        output = 0.5 * newest + 0.25 * older + 0.25 * oldest
        return [sample, newest, older], output

    zero = jnp.zeros((), signal.dtype)
    start = [zero, zero, zero]
    _, filtered = lax.scan(step, start, signal)
    return filtered


def main() -> jax.Array:
    return delay_line(jnp.ones(6, jnp.float16))
