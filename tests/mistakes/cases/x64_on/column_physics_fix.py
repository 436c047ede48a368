from typing import NamedTuple

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


class Column(NamedTuple):
    temperature: jax.Array
    humidity: jax.Array
    precipitation: jax.Array


def saturation(temperature):
    return 0.01 * jnp.exp(0.06 * (temperature - 285.0))


def condensation(column):
    return jnp.maximum(column.humidity - saturation(column.temperature), 0.0)


def radiation(temperature):
    return -2e-3 * (temperature - 260.0)


def initial_column(levels):
    temperature = jnp.linspace(290.0, 220.0, levels)
    return Column(
        temperature=temperature,
        humidity=0.8 * saturation(temperature),
        precipitation=jnp.zeros((), dtype=float),
    )


def step(column, dt):
    rain = condensation(column)
    return Column(
        temperature=column.temperature + dt * radiation(column.temperature) + 2.5 * rain,
        humidity=column.humidity - rain,
        precipitation=column.precipitation + jnp.sum(rain),
    )


def integrate(column, dt, num_steps):
    return jax.lax.fori_loop(0, num_steps, lambda _, c: step(c, dt), column)


def main() -> jax.Array:
    return integrate(initial_column(6), 60.0, 4)
