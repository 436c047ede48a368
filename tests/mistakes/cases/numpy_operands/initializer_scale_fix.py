import jax
import jax.numpy as jnp


def init_kernel(key: jax.Array, fan_in: int, fan_out: int) -> jax.Array:
    kernel = jax.random.normal(key, (fan_in, fan_out), jnp.bfloat16)
    return kernel * (1.0 / fan_in) ** 0.5


def main() -> jax.Array:
    return init_kernel(jax.random.key(0), 8, 4)
