import jax.numpy as jnp


def orthogonalize(g, steps=5, eps=1e-7):
    x = g.astype(jnp.bfloat16)
    x = x / (jnp.linalg.norm(x) + eps)
    for _ in range(steps):
        a = x.T @ x
        x = x @ (1.5 * jnp.eye(a.shape[0]) - 0.5 * a)  # mistake
    return x


def muon_update(grads, lr=0.02):
    return {k: -lr * orthogonalize(g) for k, g in grads.items()}


def main():
    return muon_update({"w": jnp.ones((8, 4), jnp.float32)})["w"]
