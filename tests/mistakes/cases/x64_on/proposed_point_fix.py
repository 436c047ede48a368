import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def propose(key, point):  # type: ignore[no-untyped-def]
    def step(carry, key):  # type: ignore[no-untyped-def]
        shift = jax.random.uniform(key, dtype=carry.dtype)
        return carry + shift, shift

    return jax.lax.scan(step, point, jax.random.split(key, 4))


def main() -> jax.Array:
    end, _ = propose(jax.random.key(0), jnp.zeros((), jnp.float32))
    return end
