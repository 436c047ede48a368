import jax
import jax.numpy as jnp


def loss_fn(params, batch):
    hidden = jnp.tanh(batch["x"] @ params["w"] + params["b"])
    return jnp.mean((hidden - batch["y"]).astype(jnp.float32) ** 2)


def accumulate(params, batches):
    def body(total, batch):
        grads = jax.grad(loss_fn)(params, batch)
        return jax.tree.map(lambda t, g: t + g.astype(jnp.float32), total, grads), None  # mistake

    zeros = jax.tree.map(jnp.zeros_like, params)  # mistake
    total, _ = jax.lax.scan(body, zeros, batches)  # mistake
    return total


def main() -> jax.Array:
    params = {"w": jnp.ones((3, 2), jnp.bfloat16), "b": jnp.zeros(2, jnp.bfloat16)}
    batches = {"x": jnp.ones((4, 5, 3), jnp.bfloat16), "y": jnp.ones((4, 5, 2), jnp.bfloat16)}
    return accumulate(params, batches)["w"]
