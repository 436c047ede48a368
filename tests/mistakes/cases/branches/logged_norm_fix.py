import jax
import jax.numpy as jnp

from promo_typing import Array


class Logger:
    every = 10

    def norm(self, grads: dict[str, Array[jnp.bfloat16]]) -> Array[jnp.float32]:
        squares = [jnp.sum(jnp.square(g.astype(jnp.float32))) for g in grads.values()]
        return jnp.sqrt(jnp.stack(squares).sum())

    def __call__(self, step: jax.Array, grads: dict[str, Array[jnp.bfloat16]]) -> jax.Array:
        return jax.lax.cond(
            step % self.every == 0,
            self.norm,
            lambda grads: jnp.zeros((), jnp.float32),
            grads,
        )


def main() -> jax.Array:
    return Logger()(jnp.int32(3), {"w": jnp.ones(3, jnp.bfloat16)})
