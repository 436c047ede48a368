import jax


def stored_key(seed):  # type: ignore[no-untyped-def]
    return jax.random.key_data(jax.random.key(seed))


def init(seed):  # type: ignore[no-untyped-def]
    key = stored_key(seed)
    return jax.random.normal(key, (3,))


def main() -> jax.Array:
    return init(0)
