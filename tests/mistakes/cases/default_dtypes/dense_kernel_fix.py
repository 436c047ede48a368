import jax
import jax.numpy as jnp

from promo_typing import Array


def init(key, features):  # type: ignore[no-untyped-def]
    return {
        "kernel": jax.random.normal(key, (features, features), jnp.float16),
        "bias": jnp.zeros(features, jnp.float16),
    }


def apply(params, x):  # type: ignore[no-untyped-def]
    return x @ params["kernel"] + params["bias"]


def main() -> Array[jnp.float16]:
    x = jnp.ones((2, 4), jnp.float16)
    return apply(init(jax.random.key(0), 4), x)
