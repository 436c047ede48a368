import jax
import jax.numpy as jnp


def bias_corrected(m, decay, count):
    return jax.tree.map(lambda x: x / (1 - decay**count).astype(x.dtype), m)


@jax.jit
def update(params, m, grads, count):
    count = count + 1
    m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, grads)
    mhat = bias_corrected(m, 0.9, count)
    params = jax.tree.map(lambda p, u: p - 0.01 * u, params, mhat)
    return params, m, count


def main() -> jax.Array:
    params = {"w": jnp.ones((3,), jnp.bfloat16)}
    m = jax.tree.map(jnp.zeros_like, params)
    return update(params, m, params, jnp.zeros((), jnp.int32))[0]["w"]
