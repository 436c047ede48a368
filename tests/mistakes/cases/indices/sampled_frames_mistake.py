import jax
import jax.numpy as jnp


def sample_frames(video, count):  # type: ignore[no-untyped-def]
    positions = jnp.linspace(0, video.shape[0] - 1, count)
    return video[positions]  # mistake


def main() -> jax.Array:
    return sample_frames(jnp.ones((10, 2)), 4)
