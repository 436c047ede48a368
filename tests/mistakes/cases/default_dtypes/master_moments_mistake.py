import jax
import jax.numpy as jnp


def init_state(params):
    return {
        "m": jax.tree.map(lambda p: jnp.zeros(p.shape, jnp.float32), params),
        "v": jax.tree.map(lambda p: jnp.zeros(p.shape, jnp.float32), params),
        "step": jnp.zeros((), jnp.int32),
    }


def update(params, grads, state, lr=1e-3, b1=0.9, b2=0.999, eps=1e-8):
    step = state["step"] + 1
    m = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, state["m"], grads)
    v = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g**2, state["v"], grads)
    c1 = 1 - b1**step
    c2 = 1 - b2**step

    def apply(p, m, v):
        upd = lr * (m / c1) / (jnp.sqrt(v / c2) + eps)
        return p - upd  # mistake

    new_params = jax.tree.map(apply, params, m, v)
    return new_params, {"m": m, "v": v, "step": step}


def main() -> jax.Array:
    params = {"w": jnp.ones((3, 3), jnp.bfloat16), "b": jnp.zeros((3,), jnp.bfloat16)}
    grads = jax.tree.map(jnp.ones_like, params)
    state = init_state(params)
    return update(params, grads, state)[0]["w"]
