"""Parameters and fields of type ``ArrayLike``, which says as little as no annotation."""

from typing import Any, NamedTuple, reveal_type

import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

f32 = jnp.ones(3, jnp.float32)
bf16 = jnp.ones(3, jnp.bfloat16)


class State(NamedTuple):
    step: ArrayLike
    value: ArrayLike


def stepped(state: Any, scale: ArrayLike | None = None) -> Any:
    change = state.step * state.value
    by = 2.0 if scale is None else scale
    return jnp.asarray(change, jnp.float16), f32 * by


both = stepped(State(f32, bf16))
reveal_type(both[0])
reveal_type(both[1])
reveal_type(stepped(State(1, 0.5), bf16)[1])


def _narrowed(factor: ArrayLike, x: Any) -> Any:
    if isinstance(factor, float):
        return x * factor
    return x


reveal_type(_narrowed(0.5, bf16))
reveal_type(_narrowed(f32, bf16))


def _compared(state: Any, x: Any) -> Any:
    return jnp.where(state.step > state.value, x, 1.0)


reveal_type(_compared(State(1, 2), bf16))


def _summed(first: ArrayLike, second: Array) -> Any:
    return first + second


reveal_type(_summed(f32, bf16))


class Optimizer:
    def __init__(self, rate: ArrayLike) -> None:
        self.rate = rate

    def update(self, x):
        return x * self.rate


def updated():
    return Optimizer(0.5).update(bf16)


def updated_by_array():
    return Optimizer(f32).update(bf16)


reveal_type(updated())  # unknown: a number of Python and an array are put in
reveal_type(updated_by_array())
