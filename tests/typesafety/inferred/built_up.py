"""Dictionaries that are filled, entry by entry, directly below the line that makes them."""

from typing import reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)


def initial(size, dtype):
    params = {}
    params["kernel"] = jnp.ones((size, size), dtype)
    bias = jnp.zeros(size, jnp.float32)
    params["bias"] = bias
    return params


reveal_type(initial(3, jnp.bfloat16)["kernel"])
reveal_type(initial(3, jnp.bfloat16)["bias"])


def apply(params, x):
    return x @ params["kernel"], params["bias"] * 2


reveal_type(apply(initial(3, jnp.float16), bf16)[0])
reveal_type(apply(initial(3, jnp.float16), bf16)[1])


def called(size):
    state = {"mean": jnp.zeros(size, jnp.bfloat16)}
    state["steps"] = jnp.int32(0)
    return jax.tree.map(lambda leaf: leaf * 2, state)


reveal_type(called(3)["mean"])
reveal_type(called(3)["steps"])

SETTINGS = {"scale": jnp.float16(2)}
SETTINGS["last"] = bf16
reveal_type(SETTINGS["scale"])


def again():
    twice = {"once": bf16}
    twice["once"] = f32
    return twice


reveal_type(again()["once"])


def conditional(flag):
    maybe = {"gate": bf16}
    if flag:
        maybe["gate"] = f32
    return maybe["gate"]


reveal_type(conditional(True))  # unknown: one of two


def named_before():
    table = {"entry": bf16, "number": jnp.int8(0)}
    other = table
    table["entry"] = f32
    return other


reveal_type(named_before()["entry"])  # unknown: another name stands for it


def read_before():
    chain = {"link": bf16}
    chain["next"] = chain["link"].astype(jnp.float32)
    chain["link"] = f32
    return chain["link"]


reveal_type(read_before())
