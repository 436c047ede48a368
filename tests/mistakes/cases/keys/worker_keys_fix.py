import jax
import jax.numpy as jnp


def worker_keys(key, n):
    def one(i):
        return jax.random.fold_in(key, i)

    return [one(i) for i in range(n)]


def noise(seed, n):
    root = jax.random.key(seed)
    return jnp.stack([jax.random.normal(k) for k in worker_keys(root, n)])


def main() -> jax.Array:
    return noise(0, 3)
