import jax
import jax.numpy as jnp


def quantile_of_rows(values, q):
    ordered = jnp.sort(values, axis=-1)
    position = jnp.round(q * (values.shape[-1] - 1)).astype(jnp.int32)
    return jnp.take_along_axis(ordered, position[:, None], axis=-1)


def main() -> jax.Array:
    return quantile_of_rows(jnp.ones((2, 5)), jnp.array([0.1, 0.5]))
