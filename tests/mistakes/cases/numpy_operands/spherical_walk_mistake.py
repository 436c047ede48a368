import jax
import jax.numpy as jnp
import numpy as np


def slerp(a, b, t):
    dot = jnp.clip(jnp.sum(a * b, -1, keepdims=True, dtype=a.dtype), -1.0, 1.0)
    omega = jnp.arccos(dot)
    so = jnp.sin(omega) + 1e-3
    return jnp.sin((1 - t) * omega) / so * a + jnp.sin(t * omega) / so * b  # mistake


def walk(start, end, frames):
    return jnp.stack([slerp(start, end, t) for t in np.linspace(0, 1, frames)])  # mistake


def main():
    a, b = jax.random.normal(jax.random.key(0), (2, 1, 8), jnp.float16)
    return walk(a, b, 5)
