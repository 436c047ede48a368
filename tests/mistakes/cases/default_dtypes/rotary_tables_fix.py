import jax
import jax.numpy as jnp


def rotary_tables(length, dim, base=10000.0):
    frequencies = 1.0 / base ** (jnp.arange(0, dim, 2) / dim)
    angles = jnp.outer(jnp.arange(length), frequencies)
    angles = jnp.concatenate([angles, angles], axis=-1)
    return jnp.cos(angles), jnp.sin(angles)


def rotate_half(x):
    first, second = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([-second, first], axis=-1)


def apply_rotary(q, k):
    cos, sin = (table.astype(q.dtype) for table in rotary_tables(q.shape[0], q.shape[-1]))
    q = q * cos + rotate_half(q) * sin
    k = k * cos + rotate_half(k) * sin
    return q, k


def main() -> jax.Array:
    q, k = apply_rotary(jnp.ones((4, 8), jnp.bfloat16), jnp.ones((4, 8), jnp.bfloat16))
    return q @ k.T
