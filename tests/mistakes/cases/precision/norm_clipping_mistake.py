import jax
import jax.numpy as jnp


def clip_by_norm(g, max_norm=1.0):
    norm = jnp.linalg.norm(g)  # mistake
    scale = jnp.where(norm > max_norm, max_norm / norm, 1.0)
    return g * scale.astype(g.dtype)


def update(params, grads, lr=1e-2):
    grads = jax.tree.map(clip_by_norm, grads)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


def main():
    params = {"w": jnp.zeros((3, 3), jnp.float16)}
    grads = {"w": jnp.full((3, 3), 100.0, jnp.float16)}
    return update(params, grads)["w"].min()
