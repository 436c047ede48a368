"""``replace`` of an unknown object touches no objects that have no such method."""

from typing import reveal_type

import jax
import jax.numpy as jnp
from flax import struct


class Plain:
    def __init__(self, dtype):
        self.dtype = dtype
        self.scale = jnp.ones(3, jnp.bfloat16)


@struct.dataclass
class State:
    step: jax.Array


def load(state, saved):
    return state.replace(**saved)


def find(plain, name):
    return getattr(plain, name)


x = jnp.ones(3)
plain = Plain(jnp.bfloat16)
reveal_type(plain.scale)
reveal_type(x.astype(plain.dtype))
state = State(step=jnp.zeros((), jnp.int32))
reveal_type(state.step)  # unknown: `load` may replace it
state = load(state, {"step": jnp.zeros(())})
reveal_type(find(plain, "scale"))  # unknown: `getattr` with any name
