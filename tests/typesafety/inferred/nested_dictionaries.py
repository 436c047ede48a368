"""Dictionaries in lists and tuples, as of the layers of a network."""

from typing import reveal_type

import jax
import jax.numpy as jnp

f32 = jnp.ones((2, 4))
bf16 = jnp.ones((2, 4), jnp.bfloat16)


def dense(size, dtype=jnp.float32):
    return {"w": jnp.ones((size, size), dtype), "b": jnp.zeros(size, dtype)}


def norm(size):
    return {"g": jnp.ones(size, jnp.float16), "b": jnp.zeros(size, jnp.bfloat16)}


def create(size, depth):
    layers = []
    for _ in range(depth):
        layers.append(
            {"mlp": {"up": dense(size), "down": dense(size, jnp.bfloat16)}, "norm": norm(size)}
        )
    written = [{"in": dense(size), "scale": jnp.ones(size, jnp.float16)} for _ in range(2)]
    listed = [{"in": norm(size), "out": f32}, {"in": norm(size), "out": f32}]
    mixed = []
    mixed.append({"in": norm(size), "out": f32})
    mixed.append({"in": norm(size), "out": bf16})
    extended = []
    extended.append({"in": norm(size), "out": f32})
    extended.extend([{"in": norm(size), "out": bf16}])
    return {
        "layers": layers,
        "written": written,
        "listed": listed,
        "mixed": mixed,
        "extended": extended,
        "pair": ({"in": norm(size), "out": f32}, bf16),
    }


def project(x, w, b):
    return x @ w + b


def layer(x, mlp, norm):
    return project(x, **mlp["up"]) * norm["g"] + mlp["down"]["b"]


def model(x, layers):
    for each in layers:
        x = layer(x, **each)
    return x


params = create(4, 3)
reveal_type(params["layers"][0]["mlp"]["down"]["w"])
reveal_type(params["layers"][0]["norm"]["g"])
reveal_type(params["layers"][0]["norm"]["b"])
reveal_type(params["written"][1]["scale"])
reveal_type(params["written"][1]["in"]["w"])
reveal_type(params["listed"][1]["out"])
reveal_type(params["mixed"][0]["out"])  # unknown: the two differ
reveal_type(params["extended"][0]["out"])  # unknown: others are added
reveal_type(params["pair"][0]["in"]["g"])
reveal_type(params["pair"][1])
reveal_type(model(f32, params["layers"]))
halved = jax.tree.map(lambda leaf: leaf / 2, params["layers"])
reveal_type(halved[0]["norm"]["g"])
reveal_type(halved[0]["mlp"]["up"]["w"])


def replaced(size):
    others = []
    others.append({"norm": norm(size), "out": f32})
    others.append({"norm": norm(size), "out": f32})
    for index in range(2):
        others[index] = {"norm": dense(size), "out": f32}
    return {"others": others}


reveal_type(replaced(3)["others"][0]["norm"]["b"])  # unknown: the items are replaced
