"""Functions that return functions, with an annotation that says no dtype."""

from collections.abc import Callable
from typing import Any, reveal_type

import jax
import jax.numpy as jnp

b16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3)


def scaled(rate: Any) -> Callable[[jax.Array], jax.Array]:
    def apply(x):
        return x * rate

    return apply


def annotated(rate: float) -> Callable[[jax.Array], jax.Array]:
    def apply(x: jax.Array) -> jax.Array:
        return x * rate

    return apply


def momentum(decay: float) -> Callable[[Any, Any], Any]:
    def update(params, grads):
        return jax.tree.map(lambda p, g: p * decay + g, params, grads)

    return update


def plain(rate: Any) -> Callable:
    return lambda x: x.astype(jnp.float16) * rate


def exact(rate: Any) -> Callable[[jax.Array], float]:
    return lambda x: float(x[0]) * rate


def called() -> jax.Array:
    half = scaled(0.5)
    return half(b16)


reveal_type(scaled(0.5)(b16))
reveal_type(scaled(f32)(f32))
reveal_type(jax.jit(scaled(0.5))(b16))
reveal_type(annotated(0.5)(b16))
reveal_type(momentum(0.5)({"w": b16}, {"w": b16})["w"])
reveal_type(plain(2)(f32))
reveal_type(f32 * exact(2)(f32))
reveal_type(called())
