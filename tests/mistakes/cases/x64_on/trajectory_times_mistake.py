from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


class Problem(NamedTuple):
    field: Callable
    start: jax.Array
    span: tuple


def lotka_volterra(t, y, args):
    prey, predator = y
    a, b, c, d = args
    return jnp.stack([a * prey - b * prey * predator, d * prey * predator - c * predator])


def heun_step(field, t, y, dt, args):
    k1 = field(t, y, args)
    k2 = field(t + dt, y + dt * k1, args)
    return y + 0.5 * dt * (k1 + k2)


class Solver:
    def __init__(self, steps):
        self.steps = steps

    def times(self, problem):
        t0, t1 = problem.span
        return jnp.linspace(t0, t1, self.steps + 1)

    def solve(self, problem, args):
        ts = self.times(problem)

        def body(y, bounds):
            t, t_next = bounds
            y = heun_step(problem.field, t, y, t_next - t, args)
            return y, y

        _, ys = jax.lax.scan(body, problem.start, (ts[:-1], ts[1:]))  # mistake
        return ys


def fit_loss(args, problem, observed):
    ys = Solver(len(observed)).solve(problem, args)
    return jnp.mean((ys - observed) ** 2)


def main() -> jax.Array:
    y0 = jnp.array([10.0, 5.0], dtype=jnp.float32)
    problem = Problem(lotka_volterra, y0, (0.0, 1.0))
    args = tuple(jnp.float32(v) for v in (1.1, 0.4, 0.4, 0.1))
    observed = jnp.ones((8, 2), jnp.float32)
    return fit_loss(args, problem, observed)
