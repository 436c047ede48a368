"""Objects that are read from a file have the dtypes with which the program made them."""

import pickle
from dataclasses import dataclass
from typing import reveal_type

import jax.numpy as jnp
from jax import Array


@dataclass
class Saved:
    narrow: Array
    count: Array


def restored(data: bytes) -> Saved:
    saved: Saved = pickle.loads(data)
    return saved


def look(saved: Saved) -> None:
    reveal_type(saved.narrow)
    reveal_type(saved.narrow * saved.count)


look(restored(pickle.dumps(Saved(jnp.ones(3, jnp.bfloat16), jnp.int32(2)))))
