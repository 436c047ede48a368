import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from promo_typing import Array


def embed(video: Array[jnp.bfloat16], kernel: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return video @ kernel


def predict(frames: npt.NDArray[np.uint8], kernel: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    video = jnp.asarray(frames.astype(jnp.bfloat16) / 255.0)
    return embed(video, kernel)  # mistake


def main() -> jax.Array:
    return predict(np.ones((2, 8), np.uint8), jnp.ones((8, 3), jnp.bfloat16))
