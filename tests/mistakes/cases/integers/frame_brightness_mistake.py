import jax
import jax.numpy as jnp


def brighten(image, percent):
    return image * percent // 100  # mistake


def batch_pipeline(frames, percent):
    return jax.vmap(lambda frame: brighten(frame, percent))(frames)


def main() -> jax.Array:
    frames = jnp.full((2, 3), 200, jnp.uint8)
    return batch_pipeline(frames, 110)[0, 0]
