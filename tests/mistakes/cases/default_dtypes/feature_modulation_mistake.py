import jax
import jax.numpy as jnp


def init_film(key, cond_dim, dim):
    k1, k2 = jax.random.split(key)
    return {
        "gamma": jax.random.normal(k1, (cond_dim, dim)) * 0.02,
        "beta": jax.random.normal(k2, (cond_dim, dim)) * 0.02,
    }


def film(params, x, cond):
    gamma = cond @ params["gamma"]  # mistake
    beta = cond @ params["beta"]  # mistake
    return x * (1 + gamma) + beta  # mistake


def main() -> jax.Array:
    params = init_film(jax.random.key(0), 4, 8)
    x = jnp.ones((2, 8), jnp.bfloat16)
    cond = jnp.ones((2, 4), jnp.bfloat16)
    return film(params, x, cond)
