import math

import jax
import jax.numpy as jnp


def fourier_projection(t, dim=8, scale=16.0):
    w = jax.random.normal(jax.random.key(0), (dim // 2,)) * scale
    angles = jnp.log(t)[:, None] * w[None] * 2 * math.pi
    return jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], axis=-1)


class UNet:
    def __init__(self, dim):
        self.w = jnp.ones((8, dim))

    def __call__(self, sample, timesteps):
        if not isinstance(timesteps, jnp.ndarray):
            timesteps = jnp.array([timesteps], dtype=jnp.int32)  # mistake
        timesteps = jnp.broadcast_to(timesteps, (sample.shape[0],))
        return sample + fourier_projection(timesteps) @ self.w


def main():
    return jnp.isfinite(UNet(4)(jnp.ones((2, 4)), 1e-4)).all()
