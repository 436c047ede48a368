import jax
import jax.numpy as jnp


def make_caster(precision):
    table = {"single": jnp.float32, "double": jnp.float32}
    dtype = table[precision]
    return lambda x: jnp.asarray(x, dtype=dtype)


def solve(y0, rate, steps, precision="double"):
    cast = make_caster(precision)
    y, dt = cast(y0), cast(0.1)

    def body(y, _):
        return y + dt * rate * y * (1 - y), y

    return jax.lax.scan(body, y, None, length=steps)[1]


def main() -> jax.Array:
    return solve([0.1], 0.5, 4)
