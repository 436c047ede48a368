import jax
import jax.numpy as jnp


def init_cache(layers, length, width):
    return [
        {
            "k": jnp.zeros((length, width), jnp.bfloat16),
            "v": jnp.zeros((length, width), jnp.bfloat16),
        }
        for _ in range(layers)
    ]


def write(cache, k, v, position):
    new_k = jax.lax.dynamic_update_slice(cache["k"], k, (position, 0))  # mistake
    new_v = jax.lax.dynamic_update_slice(cache["v"], v.astype(cache["v"].dtype), (position, 0))
    return {"k": new_k, "v": new_v}


def decode(caches, x, w):
    kv = x @ w
    return [write(cache, kv, kv, 1) for cache in caches]  # mistake


def main() -> jax.Array:
    caches = init_cache(2, 4, 3)
    return decode(caches, jnp.ones((1, 3)), jnp.ones((3, 3)))[0]["k"]
