import jax


def restart(key: jax.Array) -> jax.Array:
    return jax.random.normal(key, (2,))


def main() -> jax.Array:
    key = jax.random.key(0)
    return restart(jax.random.fold_in(key, 1))
