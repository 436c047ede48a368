import jax
import jax.numpy as jnp


def init_scaler(power):
    return {"scale": jnp.float32(2.0**power), "good_steps": jnp.array(0)}


def unscale(grads, scaler):
    return jax.tree.map(lambda g: g / scaler["scale"], grads)  # mistake


def main() -> jax.Array:
    scaler = init_scaler(10)
    grads = {"w": jnp.ones((2, 2), jnp.float16), "b": jnp.ones(2, jnp.float16)}
    return unscale(grads, scaler)["w"]  # mistake
