"""Dtypes that a configuration holds as strings."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple, reveal_type

import jax.numpy as jnp


@dataclass
class TrainConfig:
    width: int = 3
    compute_dtype: str = "bfloat16"
    weight_dtype: str = "float16"
    seen_dtype: str = "int8"
    later_dtype: str = "int8"
    dict_dtypes: dict = field(default_factory=dict)


class Precision(NamedTuple):
    storage: str
    sums: str


class Written:
    def __init__(self, accumulator, name="int16"):
        self.accumulator = accumulator
        self.counter_name = name


def weights(config):
    return jnp.ones(config.width, config.compute_dtype)


def zeros(config):
    dtype = jnp.dtype(config.weight_dtype)
    return jnp.zeros(config.width, dtype)


train = TrainConfig(width=4, seen_dtype="int16")
reveal_type(weights(train))
reveal_type(zeros(train))
reveal_type(jnp.ones(3, train.compute_dtype))
reveal_type(jnp.ones(3).astype(jnp.dtype(train.weight_dtype)))
reveal_type(jnp.zeros(3, train.seen_dtype))  # unknown: it has two values
replaced = replace(train, later_dtype="uint8")
reveal_type(jnp.zeros(3, train.later_dtype))  # unknown: another object has another one
precision = Precision("bfloat16", sums="float32")
reveal_type(jnp.ones(3, precision.storage))
reveal_type(jnp.ones(3, dtype=precision.sums))
written = Written("float16")
reveal_type(jnp.ones(3, written.accumulator))
reveal_type(jnp.ones(3, written.counter_name))
