import jax
import jax.numpy as jnp


def loss_fn(params, batch):
    logits = batch["inputs"] @ params["w"]
    losses = (logits[..., 0] - batch["targets"]) ** 2
    weights = batch["mask"].sum()
    return jnp.sum(losses * batch["mask"]), {"total_weights": weights}


def gradient_accumulation(params, data):
    grad_func = jax.value_and_grad(loss_fn, has_aux=True)

    def accumulate(carry, microbatch):
        (_, aux), grads = grad_func(params, microbatch)
        carry["loss"] += aux["total_weights"] * 0.5
        carry["grad"] = jax.tree.map(lambda x, y: x + y, grads, carry["grad"])
        carry["total_weights"] += aux["total_weights"]
        return carry, aux

    init = {
        "loss": 0.0,
        "grad": jax.tree.map(jnp.zeros_like, params),
        "total_weights": jnp.zeros((), jnp.int32),  # mistake
    }
    carry, _ = jax.lax.scan(accumulate, init, data, length=2)  # mistake
    return jax.tree.map(lambda g: g / carry["total_weights"], carry["grad"])


def main():
    params = {"w": jnp.ones((3, 1))}
    data = {"inputs": jnp.ones((2, 4, 3)), "targets": jnp.ones((2, 4)), "mask": jnp.ones((2, 4))}
    return gradient_accumulation(params, data)
