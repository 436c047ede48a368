"""Functions that are chosen from a dictionary: mypy gives all of them one type."""

from functools import partial
from typing import Any, reveal_type

import jax
import jax.numpy as jnp
from jax import Array, nn

f32 = jnp.ones(3)


def half(x):
    return x.astype(jnp.bfloat16)


def single(y):
    return y.astype(jnp.float32)


def doubled(x):
    return x * 2


ACTIVATIONS = {"relu": nn.relu, "gelu": nn.gelu, "tanh": jnp.tanh}
CASTS = {"half": half, "single": single}
SAME = {"doubled": doubled, "same": lambda x: x}
CHANGED: dict[str, Any] = {"doubled": doubled}
PARTIALS = {"exact": partial(nn.gelu, approximate=False), "relu": nn.relu}
NESTED = {"cast": {"half": half}}
either = doubled
if not PARTIALS:
    either = half
VARIABLES = {"either": either}
SETTINGS = {"activation": nn.relu, "size": 3}


def change(name: str) -> None:
    CHANGED[name] = half


def activated(x: Array, name: str) -> Array:
    return ACTIVATIONS[name](x)


def cast(x, name):
    return CASTS[name](x)


def changed(x, name):
    return CHANGED[name](x)


def partially(x, name):
    return PARTIALS[name](x)


def chosen(name):
    return SAME[name]


def local(x, name):
    def tripled(y):
        return x * 3 + y

    table = {"tripled": tripled, "squared": lambda y: x * y}
    return table[name](x)


class Layer:
    def __init__(self, name):
        self.activation = ACTIVATIONS[name]

    def __call__(self, x):
        return self.activation(x)


change("doubled")
reveal_type(ACTIVATIONS["relu"](half(f32)))
reveal_type(activated(half(f32), "tanh"))
reveal_type(CASTS["half"](f32))
reveal_type(CASTS["single"](f32))
reveal_type(cast(f32, "half") + single(f32))
reveal_type(chosen("same")(half(f32)))
reveal_type(jax.vmap(ACTIVATIONS["gelu"])(half(f32)))
reveal_type(local(half(f32), "squared"))
reveal_type(Layer("relu")(half(f32)))
reveal_type(SETTINGS["activation"](half(f32)))
reveal_type(changed(f32, "doubled"))  # unknown: the program puts another function into it
reveal_type(VARIABLES["either"](f32))  # unknown: a variable may be one of several functions
reveal_type(partially(f32, "exact"))  # unknown: partials in dictionaries are not followed
reveal_type(NESTED["cast"]["half"](f32))  # unknown: so are not dictionaries in dictionaries
