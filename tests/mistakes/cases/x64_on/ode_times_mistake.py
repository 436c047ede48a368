import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def lotka_volterra(t, y, args):
    alpha, beta, gamma, delta = args
    prey, predator = y
    return jnp.stack(
        [alpha * prey - beta * prey * predator, delta * prey * predator - gamma * predator]
    )


def heun(field, t0, t1, y, args):
    dt = t1 - t0
    k1 = field(t0, y, args)
    k2 = field(t1, y + dt * k1, args)
    return y + 0.5 * dt * (k1 + k2)  # mistake


def odeint(field, y0, ts, args):
    def step(carry, t_next):
        t, y = carry
        y = heun(field, t, t_next, y, args)
        return (t_next, y), y

    (_, _last), ys = jax.lax.scan(step, (ts[0], y0), ts[1:])  # mistake
    return jnp.concatenate([y0[None], ys])


def simulate(y0, horizon, num_steps):
    ts = jnp.linspace(0.0, horizon, num_steps)  # mistake
    return odeint(lotka_volterra, y0, ts, (1.1, 0.4, 0.4, 0.1))


def main() -> jax.Array:
    y0 = jnp.array([10.0, 5.0], dtype=jnp.float32)
    return simulate(y0, 2.0, 8)
