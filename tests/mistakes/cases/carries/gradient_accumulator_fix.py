import jax
import jax.numpy as jnp

from promo_typing import Array

Params = dict[str, Array[jnp.bfloat16]]


def loss(params: Params, x: Array[jnp.bfloat16]) -> Array[jnp.float32]:
    return jnp.mean((x @ params["w"]).astype(jnp.float32) ** 2)


def accumulate(params: Params, batches: Array[jnp.bfloat16]) -> dict[str, jax.Array]:
    def micro_step(total, batch):  # type: ignore[no-untyped-def]
        grads = jax.grad(loss)(params, batch)
        return jax.tree.map(lambda t, g: t + g.astype(jnp.float32), total, grads), None

    start = jax.tree.map(lambda p: jnp.zeros_like(p, jnp.float32), params)
    total, _ = jax.lax.scan(micro_step, start, batches)
    return total


def main() -> jax.Array:
    params = {"w": jnp.ones((8, 2), jnp.bfloat16)}
    return accumulate(params, jnp.ones((3, 4, 8), jnp.bfloat16))["w"]
