from typing import NamedTuple

import jax
import jax.numpy as jnp


class SchedulerState(NamedTuple):
    alphas: jax.Array
    alphas_cumprod: jax.Array


def create_state(num_steps, dtype):
    betas = jnp.linspace(1e-4, 0.02, num_steps, dtype=jnp.float32)
    alphas = 1.0 - betas
    return SchedulerState(alphas.astype(dtype), jnp.cumprod(alphas).astype(dtype))


def previous_mean(state, model_output, t, sample):
    alpha, cumprod = state.alphas[t], state.alphas_cumprod[t]
    coefficient = (1 - alpha) / jnp.sqrt(1 - cumprod)
    return (sample - coefficient * model_output) / jnp.sqrt(alpha)


def step(state, model_output, t, sample, key):
    def random_variance():
        noise = jax.random.normal(key, model_output.shape, model_output.dtype)
        return jnp.sqrt(1 - state.alphas[t]) * noise

    variance = jax.lax.cond(
        t > 0,
        random_variance,
        lambda: jnp.zeros(model_output.shape, dtype=model_output.dtype),
    )
    return previous_mean(state, model_output, t, sample) + variance


def sample_loop(key, shape, num_steps, dtype=jnp.bfloat16):
    state = create_state(num_steps, dtype)
    key, init_key = jax.random.split(key)
    sample = jax.random.normal(init_key, shape, dtype)

    def body(i, carry):
        sample, key = carry
        key, noise_key = jax.random.split(key)
        output = 0.1 * jnp.tanh(sample)
        return step(state, output, num_steps - 1 - i, sample, noise_key), key

    sample, _ = jax.lax.fori_loop(0, num_steps, body, (sample, key))
    return sample


def main() -> jax.Array:
    return sample_loop(jax.random.key(0), (2, 4), 5)
