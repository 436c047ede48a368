import jax
import jax.numpy as jnp


def rope(x, positions, base=10000.0):
    d = x.shape[-1]
    inv = 1.0 / base ** (jnp.arange(0, d, 2) / d)
    angles = positions[:, None] * inv
    sin, cos = jnp.sin(angles), jnp.cos(angles)
    x1, x2 = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([x1 * cos - x2 * sin, x2 * cos + x1 * sin], axis=-1)  # mistake


def attend(params, x):
    q = x @ params["q"]
    k = x @ params["k"]
    v = x @ params["v"]
    positions = jnp.arange(x.shape[0])
    q, k = rope(q, positions), rope(k, positions)
    scores = q @ k.T / x.shape[-1] ** 0.5
    return jax.nn.softmax(scores) @ v  # mistake


def main() -> object:
    params = {name: jnp.eye(8, dtype=jnp.bfloat16) for name in ("q", "k", "v")}
    return attend(params, jnp.ones((4, 8), jnp.bfloat16))
