"""Attributes that are declared as numbers, and get an array of unknown dtype."""

import json
from typing import reveal_type

import jax.numpy as jnp


class Model:
    scale: float = 1.0
    kept: float = 1.0

    @property
    def factor(self) -> float:
        return self.scale

    @property
    def rate(self) -> float:
        return self.kept

    def get(self) -> float:
        return self.scale


def scaled(model, x):
    return x * model.factor, x * model.get(), x * model.scale, x * model.rate


bf16 = jnp.ones(3, jnp.bfloat16)
model = Model()
model.scale = jnp.asarray(json.loads("[1.0]"))
by_property, by_method, by_field, by_number = scaled(model, bf16)
reveal_type(by_property)  # unknown
reveal_type(by_method)  # unknown
reveal_type(by_field)  # unknown
reveal_type(by_number)
