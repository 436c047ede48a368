"""Functions with functions as arguments, and results with a dtype each."""

from collections.abc import Callable
from typing import assert_type

import jax.numpy as jnp
import jax.scipy.ndimage
import jax.scipy.sparse.linalg
from jax import Array, lax


def halved(x: Array[jnp.float32]) -> Array[jnp.float32]:
    return x / 2


def counted(x: Array[jnp.float32]) -> Array[jnp.int32]:
    return x.astype(jnp.int32)


def step(
    f: Callable[[Array[jnp.float32]], Array[jnp.float32]], x: Array[jnp.float32]
) -> Array[jnp.float32]:
    return f(x)


def linear(
    g: Callable[[Array[jnp.float32]], Array[jnp.float32]], y: Array[jnp.float32]
) -> Array[jnp.float32]:
    return y / g(jnp.ones_like(y))


def sorted_together(x: Array[jnp.float32], i: Array[jnp.int32]) -> None:
    assert_type(lax.sort(x), Array[jnp.float32])
    assert_type(lax.sort((x, i)), tuple[Array[jnp.float32], Array[jnp.int32]])
    assert_type(
        lax.sort((i, x, i), num_keys=2),
        tuple[Array[jnp.int32], Array[jnp.float32], Array[jnp.int32]],
    )
    assert_type(lax.sort_key_val(x, i), tuple[Array[jnp.float32], Array[jnp.int32]])
    assert_type(lax.sort_key_val(i, x), tuple[Array[jnp.int32], Array[jnp.float32]])


def of_their_own(x: Array[jnp.float32], k: Array[jnp.uint32]) -> None:
    assert_type(jnp.histogramdd(x), tuple[Array[jnp.int32], list[Array[jnp.float32]]])
    assert_type(lax.rng_bit_generator(k.ravel(), (3,)), tuple[Array[jnp.uint32], Array[jnp.uint32]])


def reduced(x: Array[jnp.float32], i: Array[jnp.int32]) -> None:
    assert_type(lax.reduce(x, 0.0, lax.add, (0,)), Array[jnp.float32])
    assert_type(lax.reduce_window(i, 0, lax.add, (1, 1)), Array[jnp.int32])
    assert_type(jnp.piecewise(x, [x < 0], [halved]), Array[jnp.float32])
    assert_type(jnp.trim_zeros(i), Array[jnp.int32])
    assert_type(jax.scipy.ndimage.map_coordinates(i, [x, x], 1), Array[jnp.int32])
    assert_type(x.at[0].apply(halved), Array[jnp.float32])


def applied(x: Array[jnp.float32]) -> None:
    assert_type(jnp.apply_along_axis(counted, 0, x), Array[jnp.int32])
    assert_type(jnp.fromfunction(counted, (3,)), Array[jnp.int32])
    assert_type(jnp.vectorize(counted)(x), Array[jnp.int32])
    assert_type(lax.platform_dependent(x, cpu=halved, default=halved), Array[jnp.float32])
    assert_type(lax.composite(halved, "my.halved")(x), Array[jnp.float32])


def solved(x: Array[jnp.float32]) -> None:
    assert_type(lax.custom_root(halved, x, step, linear), Array[jnp.float32])
    assert_type(lax.custom_linear_solve(halved, x, step, step), Array[jnp.float32])
    solution, _ = jax.scipy.sparse.linalg.cg(halved, x)
    assert_type(solution, Array[jnp.float32])
