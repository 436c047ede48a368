"""Loops over ``items()`` and ``values()``: the values have one type, or are unknown."""

from typing import reveal_type

import jax
import jax.numpy as jnp

v_b16 = jnp.ones(3, jnp.bfloat16)
v_f32 = jnp.ones(3)
v_matrix = jnp.ones((3, 3), jnp.bfloat16)


def stepped(v_params, v_grads):
    pairs = zip(v_params.items(), v_grads.values(), strict=True)
    return {name: p - 0.1 * g for (name, p), g in pairs}


def dense(v_layers, x):
    for _, layer in sorted(v_layers.items()):
        x = x @ layer["v_w"] + layer["v_b"]
    return x


def first(v_any):
    return next(each * 2 for each in v_any.values())


def last(v_other):
    for each in v_other.values():
        found = each * 2
    return found


def grown_here(v_grown):
    v_grown["v_more"] = v_f32
    return [each * 2 for each in v_grown.values()][-1]


def grown_before():
    v_start = {"v_w": v_b16}
    before = len(v_start)
    v_start["v_late"] = v_f32
    return last(v_start), last({**v_start, "v_b": v_b16}), before


def grown_after_mapping():
    v_mapped = jax.tree.map(lambda leaf: leaf * 2, {"v_w": v_b16})
    v_mapped["v_late"] = v_f32
    return last(v_mapped)


reveal_type(stepped({"v_w": v_b16, "v_b": v_b16}, {"v_w": v_b16, "v_b": v_b16})["v_w"])
v_layer = {"v_w": v_matrix, "v_b": v_b16}
reveal_type(dense({"one": v_layer, "two": {"v_w": v_matrix, "v_b": v_b16}}, v_b16))
reveal_type(first({"v_w": v_b16, "v_b": v_b16}))
reveal_type(first({"one": {"v_w": v_b16}, "two": {"v_b": v_b16}}["one"]))
reveal_type(first({"v_w": v_b16, "v_b": v_f32}))  # unknown: the values have two dtypes
reveal_type(grown_here({"v_w": v_b16}))  # unknown: the function adds an entry
reveal_type(grown_before()[0])  # unknown: an entry is added later
reveal_type(grown_before()[1])  # unknown: and so it is in the copy
reveal_type(grown_after_mapping())  # unknown: an entry is added to what tree.map returns
