import jax


def step_key(seed: int, step: int) -> jax.Array:
    key = jax.random.key(seed)
    return jax.random.normal(key + step, (2,))  # mistake


def main() -> jax.Array:
    return step_key(0, 3)
