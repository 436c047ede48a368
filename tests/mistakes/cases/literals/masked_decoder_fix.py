import jax
import jax.numpy as jnp


def decoder_bias(mask, dtype):  # type: ignore[no-untyped-def]
    zero = jnp.full(mask.shape, 0.0, dtype)
    return jnp.where(mask, zero, jnp.full(mask.shape, jnp.finfo(dtype).min, dtype))


def main() -> jax.Array:
    return decoder_bias(jnp.zeros(2, bool), jnp.float16)[0]
