import jax


def step_key(seed: int, step: int) -> jax.Array:
    key = jax.random.key(seed)
    return jax.random.normal(jax.random.fold_in(key, step), (2,))


def main() -> jax.Array:
    return step_key(0, 3)
