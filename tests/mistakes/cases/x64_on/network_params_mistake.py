import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def init(key):  # type: ignore[no-untyped-def]
    return {"w": jax.random.normal(key, (3, 3), jnp.float32), "b": jnp.zeros(3, jnp.float32)}


def apply(params, x):  # type: ignore[no-untyped-def]
    return jnp.tanh(x @ params["w"] + params["b"])  # mistake


def main() -> jax.Array:
    x = jnp.linspace(0, 1, 3)
    return apply(init(jax.random.key(0)), x)  # mistake
