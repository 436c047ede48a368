import jax


def seeds(key: jax.Array, count: int) -> jax.Array:
    return jax.random.randint(key, (count,), 0, 2**31)  # mistake


def main() -> jax.Array:
    return seeds(jax.random.key(0), 4)
