import jax
import jax.numpy as jnp


def apply(params, x):
    return jnp.tanh(x @ params["kernel"]) + params["bias"]


def sensitivity(params, x):
    y, pull_back = jax.vjp(lambda x: apply(params, x), x)
    (dx,) = pull_back(jnp.ones_like(y))
    return dx


def main() -> jax.Array:
    params = {"kernel": jnp.ones((3, 2), jnp.float16), "bias": jnp.zeros(2, jnp.float16)}
    return sensitivity(params, jnp.ones((4, 3), jnp.float16))
