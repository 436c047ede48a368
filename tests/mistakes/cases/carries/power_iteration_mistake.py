import jax
import jax.numpy as jnp


def power_iteration(matvec, n, steps, key):
    v = jax.random.normal(key, (n,))
    v = v / jnp.linalg.norm(v)

    def body(i, carry):
        v, _ = carry
        w = matvec(v)
        value = jnp.vdot(v, w).real
        return w / jnp.linalg.norm(w), value

    return jax.lax.fori_loop(0, steps, body, (v, jnp.float32(0.0)))  # mistake


h = jnp.array([[1.0, 1j], [-1j, 2.0]])


def main() -> jax.Array:
    return power_iteration(lambda v: h @ v, 2, 10, jax.random.key(0))
