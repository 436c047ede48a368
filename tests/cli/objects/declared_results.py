"""Results declared as a union with arrays, and parameters that may be None."""

from typing import Any, reveal_type

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

bf16 = jnp.ones((2, 3), jnp.bfloat16)


def doubled(x: ArrayLike) -> ArrayLike:
    return jnp.asarray(x) * 2


def perhaps(x: jax.Array) -> jax.Array | None:
    return x * 2


def only_if(x: jax.Array, flag: bool) -> jax.Array | None:
    return x * 2 if flag else None


def either(x: jax.Array) -> jax.Array | np.ndarray:
    return x + 1


def both(x: jax.Array) -> tuple[ArrayLike, jax.Array | None]:
    return x + 1, x.sum()


def scaled(x: jax.Array | float) -> jax.Array | float:
    return x * 2


reveal_type(doubled(bf16))
reveal_type(perhaps(bf16))
reveal_type(either(bf16))
reveal_type(both(bf16)[0])
reveal_type(both(bf16)[1])
reveal_type(scaled(bf16))
value = only_if(bf16, True)
if value is not None:
    reveal_type(value)


def summed(x: jax.Array, axis: int | None = None) -> jax.Array:
    if axis is None:
        axis = -1
    return x.sum(axis)


def normed(x: jax.Array, order: int | str | None = None) -> jax.Array:
    if order is None or order == 2:
        return x
    return jnp.frombuffer(bytes(4), str(order))


def cast(x: jax.Array, dtype: Any | None) -> jax.Array:
    if dtype is not None:
        return x.astype(dtype)
    return x


def repeated(x: jax.Array, times: int | None = None, scale: float | None = None) -> jax.Array:
    times = x.shape[0] if times is None else times
    scale = scale or 1.0
    for i in range(times):
        x = x * i * scale
    return x


reveal_type(summed(bf16))
reveal_type(summed(bf16, None))
reveal_type(summed(bf16, 1))
reveal_type(normed(bf16))
reveal_type(normed(bf16, "f4"))  # unknown
reveal_type(cast(bf16, jnp.float16))
reveal_type(cast(bf16, None))
reveal_type(repeated(bf16))
reveal_type(repeated(bf16, 2, 0.5))
