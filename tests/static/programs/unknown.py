"""Arrays of unknown dtype: nothing is invented, and nothing that may be right is an error."""

from typing import Any, assert_type

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array
from jax.typing import ArrayLike


def any_dtype(x: jax.Array, f32: Array[jnp.float32], n: npt.NDArray[np.float32]) -> None:
    assert_type(x + x, Array[Any])
    assert_type(x + f32, Array[Any])
    assert_type(f32 + x, Array[Any])
    assert_type(x + 1, Array[Any])
    assert_type(1 + x, Array[Any])
    assert_type(x * np.float32(1), Array[Any])
    assert_type(x + n, Array[Any])
    assert_type(-x, Array[Any])
    assert_type(x == x, Array[jnp.bool_])
    assert_type(x < f32, Array[jnp.bool_])
    assert_type(x.T, Array[Any])
    assert_type(x.sum(), Array[Any])
    assert_type(x.any(), Array[jnp.bool_])
    assert_type(x.astype(jnp.int8), Array[jnp.int8])
    assert_type(f32.astype(x.dtype), Array[Any])
    assert_type(x.item(), Any)


def any_numpy(f32: Array[jnp.float32], n: npt.NDArray[Any], number: np.number[Any]) -> None:
    assert_type(f32 + n, Array[Any])
    print(f32 * number, number * f32)
    assert_type(f32 < n, Array[jnp.bool_])


def abstract_numpy(
    f32: Array[jnp.float32], mean: np.floating[Any], means: npt.NDArray[np.floating[Any]]
) -> None:
    """``np.mean`` returns such a scalar, of an abstract dtype, so the results are unknown."""
    assert_type(jnp.sin(mean), Array[Any])
    assert_type(jnp.maximum(1.0, mean), Array[Any])
    assert_type(jnp.maximum(means, f32), Array[Any])
    assert_type(jnp.sum(means), Array[Any])
    assert_type(jnp.asarray(means), Array[Any])
    assert_type(f32 * means, Array[Any])


def anything(given: Any) -> None:
    """An argument fits several overloads, all of which return arrays."""
    assert_type(jnp.exp(given), Array[Any])
    assert_type(jnp.where(given, given, jnp.abs(given)), Array[Any])
    assert_type(jnp.maximum(given, 1), Array[Any])


def any_bounds(bf16: Array[jnp.bfloat16], x: jax.Array, n: npt.NDArray[Any]) -> None:
    """The last of three operands, given by position and by keyword."""
    assert_type(jnp.clip(bf16, 0, x), Array[Any])
    assert_type(jnp.clip(bf16, 0, n), Array[Any])
    assert_type(jnp.clip(bf16, min=0, max=n), Array[Any])
    assert_type(bf16.clip(0, x), Array[Any])
    assert_type(bf16.clip(x, 0), Array[Any])


def array_like(f32: Array[jnp.float32], like: ArrayLike) -> None:
    print(f32 + like, like + f32, f32 < like)


def array_likes(x: ArrayLike, y: ArrayLike) -> None:
    """JAX refuses some dtypes of the union, but accepts others, so there is no error."""
    print(jnp.asarray(x) - jnp.asarray(y), jnp.sum(x) / jnp.exp(y), jax.lax.mul(x, y))
    assert_type(jnp.abs(x) - jnp.abs(y), Array[Any])
    assert_type(jnp.mod(x, y), Array[Any])
    assert_type(jnp.mod(x, 3) == 0, Array[jnp.bool_])
    assert_type(jnp.clip(x, 0, 1), Array[Any])
    assert_type(jnp.arctan2(x, 1.0), Array[Any])
    assert_type(jnp.maximum(x, y) + jax.nn.relu(x), Array[Any])


def array_or_number(x: Array | float, n: Array | int) -> None:
    """The union has an array of unknown dtype, so the number does not decide the dtype."""
    assert_type(jnp.exp(x), Array[Any])
    assert_type(jnp.abs(x), Array[Any])
    assert_type(jnp.mean(x), Array[Any])
    assert_type(jnp.sum(n), Array[Any])
    assert_type(jnp.cumsum(n), Array[Any])


def several_dtypes(bf16: Array[jnp.bfloat16], f32: Array[jnp.float32]) -> Array[jnp.float32]:
    """Without the plugin the result of a variable number of operands is unknown."""
    rows: Array[jnp.bfloat16] = jnp.meshgrid(bf16, f32)[0]
    print(rows, jnp.broadcast_arrays(f32, bf16))
    return jnp.einsum("i,i->", bf16, f32)


def abstract(
    x: Array[jnp.floating], y: Array[jnp.number], z: Array[jnp.generic], f32: Array[jnp.float32]
) -> None:
    print(x + x, x * 2, x * 2.0, 2.0 * x, x + f32, f32 + x, y + x, y / y, f32 + z)
    print(-x, abs(y), x == x, x < 1, x * np.float32(2), x.astype(jnp.int8), x.sum(), x.dtype)


def optional(x: Array[jnp.float32] | None, scale: float | None) -> None:
    if x is not None and scale is not None:
        assert_type(x * scale, Array[jnp.float32])
        assert_type(scale * x, Array[jnp.float32])
    print(x * 2)  # error


def sequences(a: Array, f32: Array[jnp.float32], several: list[Any]) -> None:
    assert_type(jnp.stack([a, a]), Array[Any])
    assert_type(jnp.stack([a, f32]), Array[Any])
    assert_type(jnp.concatenate(several), Array[Any])


def sorted_together(a: Array, f32: Array[jnp.float32], anything: Any) -> None:
    assert_type(jax.lax.sort_key_val(f32, a), tuple[Array[jnp.float32], Array[Any]])
    print(jax.lax.sort((a, f32)), jax.lax.sort([a, f32]), jax.lax.sort(anything))
    print(jax.lax.reduce(anything, anything, anything, (0,)), jnp.trim_zeros(anything))
    print(jnp.vectorize(anything)(a), jax.lax.platform_dependent(a, default=anything))


def trees(anything: Any, sharding: jax.sharding.Sharding) -> str:
    """An argument of type Any may be any pytree, and so may the result."""
    x: str = jax.device_put(anything)
    x += jax.lax.with_sharding_constraint(anything, sharding)
    x += jax.lax.psum(anything, "i")
    x += jax.lax.stop_gradient(anything)
    return x
