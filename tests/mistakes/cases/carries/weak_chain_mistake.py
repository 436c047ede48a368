import jax
import jax.numpy as jnp

from promo_typing import Array


def filter_signal(signal: Array[jnp.float16]) -> list[jax.Array]:
    def step(taps, x):  # type: ignore[no-untyped-def]
        return [taps[0] + x, taps[1] + taps[0], taps[2] + taps[1]], None

    start = [0.0, 0.0, 0.0]
    taps, _ = jax.lax.scan(step, start, signal)  # mistake
    return taps


def main() -> jax.Array:
    return filter_signal(jnp.ones(5, jnp.float16))[0]
