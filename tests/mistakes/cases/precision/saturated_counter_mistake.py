import jax
import jax.numpy as jnp


def init(params):
    zeros = jax.tree.map(jnp.zeros_like, params)
    return {"moment": zeros, "count": jnp.zeros((), params["w"].dtype)}  # mistake


def update(state, grads):
    moment = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["moment"], grads)
    return {"moment": moment, "count": state["count"] + 1}  # mistake


def main() -> int:
    params = {"w": jnp.ones(2, jnp.bfloat16)}
    state = jax.lax.fori_loop(0, 300, lambda _, s: update(s, params), init(params))
    return int(state["count"])
