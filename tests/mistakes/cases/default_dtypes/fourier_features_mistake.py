import math

import jax
import jax.numpy as jnp


def fourier_features(num_bands, max_resolution):
    bands = jnp.linspace(1.0, max_resolution / 2, num_bands)

    def encode(position):
        angles = math.pi * position[:, None] * bands
        return jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], axis=-1).reshape(-1)

    return jax.vmap(encode)


def grid(height, width):
    y, x = jnp.meshgrid(jnp.linspace(-1, 1, height), jnp.linspace(-1, 1, width), indexing="ij")
    return jnp.stack([y, x], axis=-1).reshape(-1, 2)


class Encoder:
    def __init__(self, key, channels, num_bands=4, resolution=16):
        self.encode = fourier_features(num_bands, resolution)
        k1, k2 = jax.random.split(key)
        self.position_proj = jax.random.normal(k1, (4 * num_bands, channels), jnp.bfloat16)
        self.out_proj = jax.random.normal(k2, (channels, channels), jnp.bfloat16)

    def __call__(self, image):
        height, width, channels = image.shape
        tokens = image.reshape(-1, channels)
        positions = self.encode(grid(height, width))
        tokens = tokens + positions @ self.position_proj  # mistake
        return jax.nn.gelu(tokens) @ self.out_proj  # mistake


def main() -> jax.Array:
    encoder = Encoder(jax.random.key(0), 3)
    image = jnp.ones((4, 4, 3), jnp.bfloat16)
    return encoder(image)
