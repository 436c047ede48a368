import jax
import jax.numpy as jnp

from promo_typing import Array


class Embedding:
    def __init__(self, table: Array[jnp.bfloat16]) -> None:
        self.table = table

    def __call__(self, ids):  # type: ignore[no-untyped-def]
        ids = jnp.asarray(ids, dtype=self.table.dtype)
        return jnp.take(self.table, ids, axis=0)  # mistake


def main() -> jax.Array:
    return Embedding(jnp.ones((4, 2), jnp.bfloat16))(jnp.arange(3))
