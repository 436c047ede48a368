"""Containers that built-in functions make, and containers declared as another kind."""

# ruff: noqa: C408, C417 (the calls of dict and map are what is tested)

from typing import Any, reveal_type

import jax
import jax.numpy as jnp

halves = jnp.ones((3, 3), jnp.bfloat16)
singles = jnp.ones((3, 3), jnp.float32)


def split(picture: jax.Array, axis: int) -> tuple[jax.Array, jax.Array, jax.Array]:
    pieces = jnp.split(picture, 3, axis=axis)
    return tuple(map(lambda plane: jnp.squeeze(plane, axis=axis), pieces))  # type: ignore[return-value]


def listed(picture: jax.Array) -> tuple[jax.Array, list[jax.Array]]:
    return picture, [piece * 2 for piece in picture]


red, green, blue = split(halves, 0)
reveal_type(red)
reveal_type(split(singles, 1)[2])
reveal_type(listed(halves)[1][0])

columns, rows = jnp.meshgrid(halves[0], halves[1])
reveal_type(columns)
reveal_type(jnp.meshgrid(*[halves[0], halves[1]], indexing="ij")[0])
reveal_type(jnp.broadcast_arrays(singles, singles)[1])
reveal_type(jnp.broadcast_arrays(singles, halves)[1])  # unknown: one dtype stands for all of them

SETTINGS = dict(speed=0.5, kind=jnp.bfloat16, depth=dict(least=halves, most=3))
reveal_type(jnp.ones(3, SETTINGS["kind"]))
reveal_type(singles * SETTINGS["speed"])
reveal_type(SETTINGS["depth"]["least"])


def opened(origin, plan):
    return dict(origin=origin, speed=origin.astype(plan["kind"]))


def moved(opening):
    return opening["origin"] * opening["speed"]


reveal_type(opened(singles, SETTINGS)["speed"])
reveal_type(moved(opened(singles, SETTINGS)))

holding: dict[str, Any] = dict(held_array=halves, held_number=1)
holding["held_array"] = singles
reveal_type(holding["held_array"])
