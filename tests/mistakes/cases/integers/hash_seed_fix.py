import jax
import jax.numpy as jnp


def mix(hashes, salt):  # type: ignore[no-untyped-def]
    return hashes ^ salt.astype(hashes.dtype)


def main() -> jax.Array:
    return mix(jnp.uint32(2**32 - 1), jnp.int32(0))
