"""Training loops: a variable for a dictionary of parameters gets other dictionaries."""

from typing import reveal_type

import jax
import jax.numpy as jnp

x = jnp.ones((2, 3), jnp.bfloat16)


def init():
    return {"w": jnp.ones((3, 4), jnp.bfloat16), "b": jnp.zeros(4, jnp.float16)}


@jax.jit
def step(params, x):
    y = x @ params["w"] + params["b"].astype(x.dtype)
    return {"w": params["w"] * 2, "b": params["b"] - 1}, y.sum()


def widened(params):
    return {"w": params["w"] * jnp.float32(2), "b": params["b"]}


params = {"w": jnp.ones((3, 4), jnp.bfloat16), "b": jnp.zeros(4, jnp.float16)}
reveal_type(params["w"])
for _ in range(3):
    params, value = step(params, x)
    reveal_type(value)
    reveal_type(params["b"])
reveal_type(params["w"])
reveal_type(params["b"])

made = init()
while made["b"][0] > -3:
    made, value = step(made, x)
reveal_type(made["w"])
reveal_type(value)

nested = {"inner": {"w": jnp.ones(3, jnp.bfloat16), "b": jnp.ones(3, jnp.float16)}}
for _ in range(3):
    nested = {"inner": {"w": nested["inner"]["w"] * 2, "b": nested["inner"]["b"]}}
reveal_type(nested["inner"]["w"])
reveal_type(nested["inner"]["b"])

once = {"w": jnp.ones(3, jnp.bfloat16), "b": jnp.ones(3, jnp.float16)}
reveal_type(once["w"])
once = widened(once)
reveal_type(once["w"])
reveal_type(once["b"])

filled = {"v": jnp.ones(3, jnp.bfloat16), "b": jnp.ones(3, jnp.float16)}
filled["v"] = jnp.ones(3, jnp.int8)
reveal_type(filled["v"])  # unknown
filled = step({"w": jnp.ones((3, 4), jnp.bfloat16), "b": filled["b"][:1]}, x)[0]
reveal_type(filled["b"])  # unknown

later = {"u": jnp.ones(3, jnp.bfloat16), "b": jnp.ones(3, jnp.float16)}
if x[0, 0] > 0:
    later = {"u": jnp.ones(3, jnp.float32), "b": jnp.ones(3, jnp.float16)}
later.update(u=jnp.ones(3, jnp.int8))
reveal_type(later["u"])  # unknown
reveal_type(later["b"])


def train(steps):
    params = {"w": jnp.ones((3, 4), jnp.bfloat16), "b": jnp.zeros(4, jnp.float16)}
    for _ in range(steps):
        params, value = step(params, x)
    return params, value


trained, last = train(2)
reveal_type(trained["w"])
reveal_type(trained["b"])
reveal_type(last)


def declared(steps: int) -> dict[str, jax.Array]:
    params = {"w": jnp.ones((3, 4), jnp.bfloat16), "b": jnp.zeros(4, jnp.float16)}
    for _ in range(steps):
        params, value = step(params, x)
        reveal_type(value)
    reveal_type(params["b"])
    return params


declared(2)


def with_more(x, more):
    out = {"a": x}
    if more > 0:
        out["more"] = x * 2
    out = jax.tree.map(lambda v: v * 2, out)
    return out["a"]


def taking(d: dict[str, jax.Array]) -> jax.Array:
    return d["a"] * 2


def passed_on(x):
    out = {"a": x, "c": x}
    y = taking(out)
    out = {"a": y, "c": x}
    for key in out:
        y = out[key]
    z = sum(out.values())
    out = {k: v * 2 for k, v in out.items()}
    return y + z + out["a"]


def popped(x):
    out = {"a": x, "gone": x}
    out.pop("gone")
    out = {"a": out["a"] * 2}
    return out["a"]


reveal_type(with_more(x, 1))
reveal_type(passed_on(x))
reveal_type(popped(x))
